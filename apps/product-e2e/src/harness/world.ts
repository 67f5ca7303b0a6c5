import { randomInt } from 'node:crypto';
import { mkdtempSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isError, reasonOf } from './errors.js';
import { Program, type ProgramSpec } from './program.js';

/** The workspace: programs are started in it as a person would. */
export const WORKSPACE = fileURLToPath(new URL('../../../..', import.meta.url));

const PREFIX = 'kenny-e2e-';
const MEMORY = process.env['TEST_MEMORY_FOLDER'];

/**
 * Folders and processes of one spec file. Everything that was started is gone and every folder is
 * removed at the end, also when a test fails or the test run itself ends early.
 */
export class World {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)));
  private readonly programs: Program[] = [];
  private readonly closing: (() => Promise<void> | void)[] = [];
  private readonly lastResort = (): void => this.sweep();
  private memory: string | undefined;

  constructor() {
    process.once('exit', this.lastResort);
  }

  /** A folder of that name, made if needed. */
  makeFolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** The same where nothing waits for a disk, if there is such a place: below `/dev`, so not for agents. */
  makeFolderInMemory(name: string): string {
    if (MEMORY === undefined) return this.makeFolder(name);
    this.memory ??= mkdtempSync(join(MEMORY, PREFIX));
    const path = join(this.memory, name);
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
    for (const folder of [this.folder, this.memory ?? this.folder])
      rmSync(folder, { recursive: true, force: true });
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

/** Below what the system gives to clients: there, a browser's connection takes a port just probed. */
const PORTS = { from: 12_000, perWorker: 1_000 };
const worker = Number(process.env['JEST_WORKER_ID'] ?? 1);
let handedOut = randomInt(PORTS.perWorker);

/**
 * A free port of this worker's own range, never the same one twice in turn: ours to keep, because
 * a restarted server needs the same one.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.perWorker; tries++) {
    const port = PORTS.from + worker * PORTS.perWorker + (handedOut++ % PORTS.perWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port of worker ${worker} is free`);
}

/** On every address: a program may listen on all of them. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reasonOf(error) === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

const SHOWN = 8_000;

function shorten(output: string): string {
  if (output.length <= SHOWN) return output;
  return `${output.slice(0, 1_000)}\n…\n${output.slice(-SHOWN)}`;
}
