import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const serverRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles a program of `test/` from source, so that a spec can run it in a process of its own and
 * kill it. The bundle lies below the workspace because it imports installed packages.
 */
export async function childProgram(entry: string): Promise<{ file: string; remove(): void }> {
  const parent = join(serverRoot, 'out-tsc');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'child-'));
  const file = join(folder, 'child.mjs');
  await build({
    entryPoints: { child: join(serverRoot, 'test', entry) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // As in what ships: a command does not load what it does not use.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    conditions: ['@kenny/source'],
    external: [
      '@nestjs/*',
      'typeorm',
      'typeorm/*',
      'sqlite3',
      'pg',
      'class-validator',
      'pino',
      'dockerode',
    ],
    tsconfigRaw: {
      compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
    },
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    logLevel: 'error',
  });
  await stop();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Child {
  readonly process: ChildProcess;
  /** Every line it has printed so far. */
  readonly lines: readonly string[];
  /** Resolves with the first line that fits; rejects when the child ends without one. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** `kill -9`, then waits until it is gone and its output is read. */
  killHard(): Promise<void>;
}

export function startChild(file: string, args: readonly string[]): Child {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const reader = createInterface({ input: child.stdout });
  let ended = false;
  const wake = (): void => [...waiting].forEach((check) => check());
  const end = new Promise<void>((resolve) => {
    reader.on('close', () => {
      ended = true;
      wake();
      resolve();
    });
  });
  reader.on('line', (line) => {
    lines.push(line);
    wake();
  });
  return {
    process: child,
    lines,
    line: (fits) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = lines.find(fits);
          if (found === undefined && !ended) return;
          waiting.delete(check);
          if (found === undefined)
            reject(new Error(`the child ended; it said: ${lines.join('|')}`));
          else resolve(found);
        };
        waiting.add(check);
        check();
      }),
    killHard: async () => {
      child.kill('SIGKILL');
      await end;
    },
  };
}
