import { spawn, type ChildProcess } from 'node:child_process';
import { eventually } from './eventually.js';

export interface ProgramSpec {
  /** For messages. */
  readonly name: string;
  /** Default: Node. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Only what every program needs: nothing of the one that runs the tests, above all no KENNY_*. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TESTS_HAVE_BUILT'];

/** One process of the product, in a process group of its own, with all that it says. */
export class Program {
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  private exit: Exit | undefined;

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = new Promise((resolve, reject) => {
      child.once('error', reject);
      // `exit` comes before the last output; `close` waits for those who hold our pipes as well.
      child.once('exit', (code, signal) => {
        this.exit = { code, signal };
        resolve(this.exit);
      });
    });
    this.exited.catch(() => undefined);
  }

  static start({ name, program = process.execPath, args, cwd, env = {} }: ProgramSpec): Program {
    const inherited = Object.entries(process.env).filter(([key]) => INHERITED.includes(key));
    const child = spawn(program, args, {
      cwd,
      env: Object.fromEntries([...inherited, ...Object.entries(env)]),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    return new Program(name, child);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`${this.name} could not be started`);
    return this.child.pid;
  }

  get running(): boolean {
    return this.exit === undefined && this.child.pid !== undefined;
  }

  get output(): string {
    const state = this.exit ? `ended with ${JSON.stringify(this.exit)}` : 'still running';
    return `── ${this.name} (${this.child.pid ?? 'never started'}, ${state})\n${this.stdout}${this.stderr}`;
  }

  /** The first match in what it has printed or will print; gives up at once when it ends without. */
  async says(pattern: RegExp, patienceMs = 30_000): Promise<RegExpExecArray> {
    const found = await eventually(
      `${this.name} says ${String(pattern)}`,
      async () => {
        const match = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
        if (match || this.running) return match ?? undefined;
        await this.outputEnded();
        return pattern.exec(this.stdout) ?? pattern.exec(this.stderr) ?? 'ended';
      },
      patienceMs,
    );
    if (found === 'ended') {
      throw new Error(`${this.name} ended without saying ${String(pattern)}\n${this.output}`);
    }
    return found;
  }

  /** Waits until it has ended and its last words are read. */
  async ended(patienceMs = 30_000): Promise<Exit> {
    const exit = await eventually(`${this.name} ends`, () => this.exit, patienceMs);
    await this.outputEnded();
    return exit;
  }

  /** As Ctrl+C in a terminal: to the whole group. */
  interrupt(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** To this process alone. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** `kill -9` of this process alone, then waits until it is gone. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Asks it to end, waits, and makes sure. */
  async stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.ended();
  }

  /** Ends whatever is left of the group; nothing is waited for. */
  sweep(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Nobody is left: that is what we want.
    }
  }

  /** Processes of its group that are still there; empty when all have ended. */
  get groupIsGone(): boolean {
    try {
      process.kill(-this.pid, 0);
      return false;
    } catch {
      return true;
    }
  }

  private async outputEnded(): Promise<void> {
    await eventually(`the output of ${this.name} is read`, () =>
      [this.child.stdout, this.child.stderr].every((stream) => stream?.readableEnded ?? true)
        ? true
        : undefined,
    );
  }
}
