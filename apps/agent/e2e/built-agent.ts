import type { FaultPoint } from '@kenny/kernel';
import { encodeBase64 } from '@kenny/handshake/agent';
import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFromSeed, SERVER_SEED, type TestServer } from './test-server.js';

const APP = join(process.cwd(), 'apps/agent');

/** The agent as one file, made from the sources: a spec must not need a build before. */
export async function buildAgent(folder: string): Promise<string> {
  const file = join(folder, 'kenny-agent.cjs');
  await build({
    entryPoints: [join(APP, 'src/main.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    conditions: ['@kenny/source'],
    logLevel: 'error',
  });
  return file;
}

/** A file for `node --require` that ends the process with SIGKILL at the fault point. */
export async function killAt(folder: string, point: FaultPoint): Promise<string> {
  const file = join(folder, `kill-at-${point}.cjs`);
  const text = `globalThis[Symbol.for('kenny.fault-point')] = (point) => {
    if (point === ${JSON.stringify(point)}) process.kill(process.pid, 'SIGKILL');
  };`;
  await writeFile(file, text);
  return file;
}

export interface AgentProcess {
  child: ChildProcess;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  output: () => string;
}

/** `run` as a process of its own, with an empty environment. */
export function spawnAgent(words: string[], server: TestServer, stateDir: string): AgentProcess {
  const pin = encodeBase64(keyFromSeed(SERVER_SEED).publicKey);
  const flags = ['--agent-id', 'pc1', '--server-pubkey', pin, '--state-dir', stateDir];
  const child = spawn(process.execPath, [...words, 'run', '--server', server.address, ...flags], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  return { child, ended, output: () => output };
}
