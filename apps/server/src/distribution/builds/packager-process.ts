import type { PackageProgress } from '@kenny/contract';
import { MINUTE_MS, type Clock } from '@kenny/kernel';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A build takes seconds, and minutes where parts come over a slow line. */
const LONGEST_MS = 15 * MINUTE_MS;
/** What a packaging program says is a few lines. */
const CAPS = { output: 256 * 1024, words: 100, reason: 300, notes: 8 } as const;

const STEP = /^step (\d{1,2})\/(\d{1,2}) (.+)$/u;
const NOTE = /^note (.+)$/u;
/** What Node says around an error that nobody caught. */
const PART_OF_A_TRACE = /^(?:\s|\}$|Node\.js v)/u;

export interface PackagerSpec {
  /** The packaging program, which Node runs. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Why there is no package; null for one that was made. */
export interface PackagerEnd {
  readonly trouble: string | null;
  readonly notes: readonly string[];
}

/**
 * One run of a packaging program, in a process group of its own. It says `step 2/4 …` and `note …` on
 * stdout, and why it failed in the last line on stderr.
 */
export class PackagerProcess {
  progress: PackageProgress = { step: 0, of: 0, words: 'Starting' };
  readonly ended: Promise<PackagerEnd>;
  private readonly child: ChildProcess;
  private readonly notes: string[] = [];
  private lastFault = '';
  private why: string | undefined;

  constructor({ program, args, env }: PackagerSpec, clock: Clock) {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: '/',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.child = child;
    this.read(child.stdout, (line) => this.take(line));
    this.read(child.stderr, (line) => {
      if (!PART_OF_A_TRACE.test(line)) this.lastFault = line.slice(0, CAPS.reason);
    });
    const limit = clock.setTimer(
      () => this.stop(`It took longer than ${LONGEST_MS / MINUTE_MS} minutes.`),
      LONGEST_MS,
    );
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.why = `It could not be started: ${error.message}`;
        // Without a process nothing is closed.
        if (child.pid === undefined) child.emit('close', null);
      });
      child.once('close', (code) => {
        limit.cancel();
        resolve({ trouble: code === 0 ? null : this.reason(code), notes: this.notes });
      });
    });
  }

  /** Ends it with whatever it has started; `why` is what people read. */
  stop(why: string): void {
    this.why ??= why;
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }

  private take(line: string): void {
    const [, step, of, words] = STEP.exec(line) ?? [];
    if (words !== undefined) {
      this.progress = { step: Number(step), of: Number(of), words: words.slice(0, CAPS.words) };
      return;
    }
    const [, note] = NOTE.exec(line) ?? [];
    if (note !== undefined && this.notes.length < CAPS.notes) {
      this.notes.push(note.slice(0, CAPS.reason));
    }
  }

  private read(stream: Readable, take: (line: string) => void): void {
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > CAPS.output) this.stop('The packaging program says too much.');
    });
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') take(line.trimEnd());
    });
  }

  private reason(code: number | null): string {
    return this.why ?? (this.lastFault || `The packaging program ended with code ${code}.`);
  }
}
