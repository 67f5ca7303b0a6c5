import { buildAgentctl } from '@kenny/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { HttpClient } from './http-client.js';
import { until } from './until.js';

export interface Program {
  child: ChildProcess;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  stdout: () => string;
  stderr: () => string;
}

/** The program as it ships: one file, made once for a spec. */
export class BuiltProgram {
  private readonly started: ChildProcess[] = [];

  private constructor(readonly file: string) {}

  static async build(folder: string): Promise<BuiltProgram> {
    return new BuiltProgram(await buildAgentctl(folder));
  }

  start(args: string[], env: Record<string, string>, cwd = process.cwd()): Program {
    const child = spawn(process.execPath, [this.file, ...args], { env, cwd, stdio: 'pipe' });
    this.started.push(child);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (data: Buffer) => (texts[name] += data.toString()));
    }
    child.stdin.on('error', () => undefined);
    const ended = new Promise<number | NodeJS.Signals>((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? code ?? -1));
    });
    return { child, ended, stdout: () => texts.stdout, stderr: () => texts.stderr };
  }

  /** As kenny's server starts it, with its line on stdin. */
  async managed(
    config: { token: string } & object,
  ): Promise<{ program: Program; client: HttpClient }> {
    const program = this.start(['--managed'], {});
    program.child.stdin?.write(`${JSON.stringify(config)}\n`);
    await until(() => program.stdout().includes('\n'));
    const { listening } = JSON.parse(program.stdout()) as { listening: string };
    return { program, client: new HttpClient(listening, config.token) };
  }

  /** Where one that was started by itself listens. */
  async addressOf(program: Program): Promise<string> {
    await until(() => program.stderr().includes('"address"'));
    return String(/"address":"([^"]+)"/.exec(program.stderr())?.[1]);
  }

  killAll(): void {
    for (const child of this.started) child.kill('SIGKILL');
  }
}
