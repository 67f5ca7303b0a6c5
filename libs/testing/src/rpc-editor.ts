import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { MessageConnection } from 'vscode-jsonrpc/node';

/** A notification as the editor heard it. */
export interface HeardNotification {
  readonly method: string;
  readonly params: unknown;
}

export interface RpcEditorOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: what it writes stays where it is, as with an editor that hangs. Default: true. */
  readonly reads?: boolean;
}

/** An event of a turn, as far as tests look into it. */
export interface HeardEvent {
  readonly sequence: number;
  readonly turnId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface RpcExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Answer = Readonly<Record<string, unknown>>;

/** `kenny rpc` in a process of its own, with the client of another project at its other end. */
export class RpcEditor {
  /** Notifications, in their order. */
  readonly heard: HeardNotification[] = [];
  complaints = '';
  /** It has ended, and so has everybody who holds its output. */
  readonly exited: Promise<RpcExit>;
  private over = false;
  private readonly waiting = new Set<() => void>();

  private constructor(
    readonly child: ChildProcessByStdio<Writable, Readable, Readable>,
    private readonly connection: MessageConnection,
  ) {
    child.stderr.on('data', (data: Buffer) => {
      this.complaints += data.toString();
      this.wake();
    });
    child.stdin.on('error', () => undefined); // it has ended, as `exited` tells
    this.exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.over = true;
        connection.dispose();
        this.wake();
        resolve({ code, signal });
      });
    });
    connection.onError(() => undefined);
    connection.onNotification((method, params) => {
      this.heard.push({ method, params });
      this.wake();
    });
  }

  static async start({ command, env, reads = true }: RpcEditorOptions): Promise<RpcEditor> {
    // Loaded here, so that specs without an editor do not wait for it.
    const { createMessageConnection, StreamMessageReader, StreamMessageWriter } =
      await import('vscode-jsonrpc/node');
    const [program, ...args] = command;
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...env },
    });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const editor = new RpcEditor(child, connection);
    if (reads) connection.listen();
    return editor;
  }

  /** From now on it reads: for one that did not. */
  read(): void {
    this.connection.listen();
  }

  ask(method: string, params: object = {}): Promise<Answer> {
    return this.connection.sendRequest(method, params);
  }

  /** The first notification that fits. @throws Error when the program ends without it */
  hears<T>(method: string, fits: (params: T) => boolean = () => true): Promise<T> {
    return this.until(method, () => this.all<T>(method).find(fits));
  }

  /** What it writes to standard error, from that character on. */
  complains(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    const found = () => pattern.exec(this.complaints.slice(from)) ?? undefined;
    return this.until(String(pattern), found);
  }

  /** The params of all notifications of that name. */
  all<T>(method: string): T[] {
    return this.heard.flatMap((one) => (one.method === method ? [one.params as T] : []));
  }

  events(turnId: unknown): HeardEvent[] {
    return this.all<HeardEvent>('turn/event').filter((event) => event.turnId === turnId);
  }

  event(turnId: unknown, type: string): Promise<HeardEvent> {
    return this.hears('turn/event', (event: HeardEvent) => {
      return event.turnId === turnId && event.type === type;
    });
  }

  finished(turnId: unknown): Promise<HeardEvent> {
    return this.event(turnId, 'turnFinished');
  }

  /** So many events of these types. */
  async heardAll(turnId: unknown, types: readonly string[], count: number): Promise<void> {
    await this.hears('turn/event', () => {
      return this.events(turnId).filter(({ type }) => types.includes(type)).length >= count;
    });
  }

  /** `kill -9`, then waits until it is gone. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private async until<T>(what: string, found: () => T | undefined): Promise<T> {
    while (found() === undefined && !this.over) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
    const seen = found();
    if (seen === undefined) throw new Error(`it ended without ${what}: ${this.complaints}`);
    return seen;
  }

  private wake(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
