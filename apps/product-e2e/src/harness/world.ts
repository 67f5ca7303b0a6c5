import { mkdtempSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isError } from './errors.js';
import { Program, type ProgramSpec } from './program.js';

/** The workspace: programs are started in it as a person would. */
export const WORKSPACE = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Folders and processes of one spec file. Everything that was started is gone and every folder is
 * removed at the end, also when a test fails or the test run itself ends early.
 */
export class World {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-e2e-')));
  private readonly programs: Program[] = [];
  private readonly closing: (() => Promise<void> | void)[] = [];
  private readonly lastResort = (): void => this.sweep();

  constructor() {
    process.once('exit', this.lastResort);
  }

  /** A folder of that name, made if needed. */
  makeFolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  start(spec: ProgramSpec): Program {
    const program = Program.start(spec);
    this.programs.push(program);
    return program;
  }

  onClose(close: () => Promise<void> | void): void {
    this.closing.push(close);
  }

  /** A test body: when it fails, what every process said is part of the failure. */
  telling<A extends unknown[]>(body: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
    return async (...args) => {
      try {
        await body(...args);
      } catch (error) {
        if (!isError(error)) throw error;
        const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
        const outputs = this.programs.map(({ output }) => shorten(output));
        error.message = [error.message, ...outputs].join('\n\n');
        error.stack = [error.message, ...frames].join('\n');
        throw error;
      }
    };
  }

  async close(): Promise<void> {
    for (const close of this.closing.splice(0)) await close();
    this.sweep();
    await Promise.all(this.programs.map(({ exited }) => exited.catch(() => undefined)));
    process.removeListener('exit', this.lastResort);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private sweep(): void {
    for (const program of this.programs) program.sweep();
  }
}

/** A world of the spec file that asks for it. */
export function aWorld(): World {
  const world = new World();
  afterAll(() => world.close());
  return world;
}

/** A port that was free a moment ago. Ours to keep, because a restarted server needs the same one. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port was given'));
      });
    });
  });
}

const SHOWN = 8_000;

function shorten(output: string): string {
  if (output.length <= SHOWN) return output;
  return `${output.slice(0, 1_000)}\n…\n${output.slice(-SHOWN)}`;
}
