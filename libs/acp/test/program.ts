import { isObject, systemClock } from '@kenny/kernel';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AcpClient, type AcpConnectOptions, type McpServer } from '../src/index.js';
import { scriptedAgent, type AgentScript } from '../src/testing/index.js';
import { Heard } from './heard.js';

export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** An agent as a process, in a group and a folder of its own. */
export class Program {
  readonly heard = new Heard();
  readonly exited: Promise<ProgramExit>;
  readonly folder = mkdtempSync(join(tmpdir(), 'kenny-acp-'));
  complaints = '';
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private over = false;

  constructor(
    [program, ...args]: readonly [string, ...string[]],
    env: Record<string, string> = {},
  ) {
    this.child = spawn(program, args, {
      ...{ cwd: this.folder, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
      env: { PATH: process.env['PATH'], ...env },
    });
    this.child.stdin.on('error', () => undefined); // it has ended, as `exited` tells
    this.child.stderr.on('data', (data: Buffer) => {
      this.complaints += data.toString();
      this.heard.wake();
    });
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        this.over = true;
        resolve({ code, signal });
      });
    });
  }

  static scripted(script: AgentScript): Program {
    return new Program(scriptedAgent(script));
  }

  get pid(): number {
    const { pid } = this.child;
    if (pid === undefined) throw new Error('it did not start');
    return pid;
  }

  connect(options: Partial<AcpConnectOptions> = {}): Promise<AcpClient> {
    const { stdout: input, stdin: output } = this.child;
    const { log, onEvent, onPermission } = this.heard;
    const link = { input, output };
    return AcpClient.connect({
      ...{ link, clock: systemClock, log, clientVersion: '1.2.3', onEvent, onPermission },
      ...options,
    });
  }

  async inSession(mcpServers: readonly McpServer[] = []): Promise<AcpClient> {
    const client = await this.connect();
    await client.newSession({ cwd: this.folder, mcpServers });
    return client;
  }

  /** When it has written that to stderr. */
  complains(words: string): Promise<true> {
    return this.heard.until(() => this.complaints.includes(words) || undefined);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it and all its children. */
  async end(): Promise<void> {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      if (!isObject(error) || error['code'] !== 'ESRCH') throw error; // all have gone already
    }
    if (!this.over) await this.exited;
    rmSync(this.folder, { recursive: true });
  }
}
