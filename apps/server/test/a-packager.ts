import type { Os } from '@kenny/contract';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where it was started, and with what. */
export interface PackagerFacts {
  readonly pid: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const program = (socket: string): string => `
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
const socket = connect(${JSON.stringify(socket)});
const { pid, argv, env } = process;
socket.write(JSON.stringify({ pid, args: argv.slice(2), env }) + '\\n');
const DEEDS = {
  say: (text) => process.stdout.write(text),
  fault: (text) => process.stderr.write(text),
  crash: (text) => { throw new Error(text); },
  helper: () => {
    const child = spawn('cat', { stdio: ['pipe', 'inherit', 'inherit'] });
    socket.write(JSON.stringify(child.pid) + '\\n');
  },
  end: (code) => { process.exitCode = code; socket.destroy(); },
};
createInterface({ input: socket }).on('line', (line) => {
  const [deed, value] = JSON.parse(line);
  DEEDS[deed](value);
});
`;

/** A packaging program that is a real process and does what the test tells it. */
export class APackager {
  private constructor(private readonly server: Server) {}

  /** Puts it where the server looks for the program of that system. */
  static async install(folder: string, os: Os = 'linux'): Promise<APackager> {
    mkdirSync(folder, { recursive: true });
    const socket = join(folder, `${os}.sock`);
    const server = createServer().listen(socket);
    await once(server, 'listening');
    writeFileSync(join(folder, `${os}.mjs`), program(socket));
    return new APackager(server);
  }

  /** The next run of it; asked for before it is started. */
  async next(): Promise<PackagerRun> {
    const [socket] = (await once(this.server, 'connection')) as [Socket];
    return PackagerRun.of(socket);
  }

  close(): void {
    this.server.close();
  }
}

export class PackagerRun {
  readonly gone: Promise<unknown>;

  private constructor(
    private readonly socket: Socket,
    private readonly lines: AsyncIterator<string>,
    readonly facts: PackagerFacts,
  ) {
    this.gone = once(socket, 'close');
  }

  static async of(socket: Socket): Promise<PackagerRun> {
    // One that is killed tears it.
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const facts = JSON.parse(String((await lines.next()).value)) as PackagerFacts;
    return new PackagerRun(socket, lines, facts);
  }

  say(...lines: string[]): void {
    this.tell('say', lines.map((line) => `${line}\n`).join(''));
  }

  fault(...lines: string[]): void {
    this.tell('fault', lines.map((line) => `${line}\n`).join(''));
  }

  crash(message: string): void {
    this.tell('crash', message);
  }

  end(code = 0): void {
    this.tell('end', code);
  }

  /** A process that it starts itself. */
  async helper(): Promise<number> {
    this.tell('helper', null);
    return Number((await this.lines.next()).value);
  }

  private tell(deed: string, value: unknown): void {
    this.socket.write(`${JSON.stringify([deed, value])}\n`);
  }
}
