import { AGENTCTL_LIMITS, AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import type { Clock, Timer } from '@kenny/kernel';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { errorCode, messageOf } from '../errors/error-code.js';
import { notRunning, Refusal } from '../errors/refusal.js';
import type { Log } from '../logging/log.js';
import { Keeper } from './keeper.js';

/** How a process ended. */
export interface Exit {
  /** Its exit code, or 128 and the number of the signal, as in a shell. */
  code: number;
  /** In words, when it did not end well. */
  error: string | undefined;
}

export interface RunOptions {
  /** The file, and the word of the command that named it. */
  program: string;
  word: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  clock: Clock;
  log: Log;
  onStdout(this: void, chunk: Buffer): void;
  onStderr(this: void, chunk: Buffer): void;
}

/** The steps by which an agent is ended, each harder than the one before. */
const STEPS = ['none', 'input', 'term', 'kill'] as const;
type Step = (typeof STEPS)[number];

export interface Graces {
  inputMs: number;
  termMs: number;
}

/** One process of an agent with all that it starts, from its start until nothing of it is left. */
export class AgentRun {
  /** Never rejects. */
  readonly gone: Promise<Exit>;
  private step: Step = 'none';
  private timer: Timer | undefined;
  private exited = false;
  private whyEnded: string | undefined;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    readonly pid: number,
    private readonly keeper: Keeper,
    private readonly options: RunOptions,
  ) {
    const { stdin, stdout, stderr } = child;
    stdout.on('data', options.onStdout);
    stderr.on('data', options.onStderr);
    // An agent that is not there any more; its exit tells the rest.
    const broke = (error: Error): void =>
      options.log.debug('a pipe broke', { error: error.message });
    for (const stream of [stdin, stdout, stderr]) stream.on('error', broke);
    stdout.once('end', () => this.afterOutput());
    this.gone = this.whole();
    void keeper.ended.then(() => this.afterKeeper());
  }

  /** @throws Refusal when it cannot be started */
  static async start(options: RunOptions): Promise<AgentRun> {
    const { program, word, args, cwd, env } = options;
    const keeper = await Keeper.start();
    try {
      const child = spawn(program, args, {
        argv0: word,
        cwd,
        env: keeper.marked(env),
        // A group of its own, which is ended as a whole.
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      await once(child, 'spawn');
      if (child.pid === undefined) throw new Error('a process without a pid');
      keeper.guard(child.pid);
      return new AgentRun(child, child.pid, keeper, options);
    } catch (error) {
      await keeper.finish();
      throw new Refusal(
        'internal_error',
        `agent cannot be started: ${JSON.stringify(word)}: ${errorCode(error) || messageOf(error)}`,
        program,
      );
    }
  }

  /** @throws Refusal when it does not listen, or does not read what waits for it already */
  write(bytes: Buffer): void {
    const { stdin } = this.child;
    if (this.exited || !stdin.writable) throw notRunning('It has closed its input.');
    if (stdin.writableLength + bytes.length > AGENTCTL_LIMITS.inputBytes) {
      throw new Refusal('busy', 'the agent does not read its input', 'Wait, or stop it.');
    }
    stdin.write(bytes);
  }

  /** Ends it; asked again, it only goes on to a harder step. */
  end({ force = false, graces }: { force?: boolean; graces: Graces }): Promise<Exit> {
    this.to(force ? 'term' : 'input', graces);
    return this.gone;
  }

  private to(step: Step, graces: Graces): void {
    if (this.exited || STEPS.indexOf(step) <= STEPS.indexOf(this.step)) return;
    this.step = step;
    this.timer?.cancel();
    const { clock, log } = this.options;
    log.debug('ending the agent', { step, pid: this.pid });
    // At every step: one that is forced to end must not be told anything more.
    this.child.stdin.end();
    if (step === 'input') {
      this.timer = clock.setTimer(() => this.to('term', graces), graces.inputMs);
    } else if (step === 'term') {
      this.signal('SIGTERM');
      this.timer = clock.setTimer(() => this.to('kill', graces), graces.termMs);
    } else {
      this.signal('SIGKILL');
      void this.keeper.finish();
    }
  }

  /** To the whole group. Its number is the agent's own as long as its exit was not seen. */
  private signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return;
      this.options.log.warn('the agent could not be signalled', {
        signal,
        error: messageOf(error),
      });
    }
  }

  /** An agent that cannot answer any more would look as if it ran. */
  private afterOutput(): void {
    if (this.exited || this.step !== 'none') return;
    // Programs close their output a moment before they exit.
    this.timer = this.options.clock.setTimer(() => {
      this.whyEnded = 'it closed its output and did not end';
      this.to('term', { inputMs: 0, termMs: AGENTCTL_TIMES.termMs });
    }, AGENTCTL_TIMES.endOfInputMs);
  }

  private afterKeeper(): void {
    if (this.exited || this.step === 'kill') return;
    this.whyEnded = 'the process that guards it was killed';
    this.to('kill', { inputMs: 0, termMs: 0 });
  }

  private async whole(): Promise<Exit> {
    const { stdout, stderr } = this.child;
    const closed = [stdout, stderr].map(closedStream);
    const [code, signal] = await exitOf(this.child);
    this.exited = true;
    this.timer?.cancel();
    this.child.stdin.destroy();
    // What the agent left behind goes with it, and only then do its pipes close.
    const kept = this.keeper.finish();
    const drain = this.options.clock.setTimer(() => {
      for (const stream of [stdout, stderr]) stream.destroy();
    }, AGENTCTL_TIMES.drainMs);
    await Promise.all([...closed, kept]);
    drain.cancel();
    return {
      code: code ?? 128 + numberOf(signal),
      error: this.whyEnded ?? wordsFor(code, signal),
    };
  }
}

const closedStream = (stream: Readable): Promise<void> =>
  new Promise((resolve) => stream.once('close', () => resolve()));

type HowEnded = [code: number | null, signal: NodeJS.Signals | null];

const exitOf = (child: ChildProcessWithoutNullStreams): Promise<HowEnded> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));

function wordsFor(...[code, signal]: HowEnded): string | undefined {
  if (signal !== null) return `ended by ${signal}`;
  return code === 0 ? undefined : `exit status ${code}`;
}

const numberOf = (signal: NodeJS.Signals | null): number =>
  signal === null ? 0 : constants.signals[signal];
