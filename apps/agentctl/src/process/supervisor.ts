import { AGENTCTL_TIMES, type AgentctlStatus, type AgentStatus } from '@kenny/contract/agentctl';
import type { Clock } from '@kenny/kernel';
import { messageOf } from '../errors/error-code.js';
import { notRunning, Refusal } from '../errors/refusal.js';
import type { Log } from '../logging/log.js';
import { AgentRun, type Exit, type Graces, type RunOptions } from './agent-run.js';
import { assertFolder, findProgram } from './find-program.js';

export interface AgentCommand {
  /** Program and arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface SupervisorEvents extends Pick<RunOptions, 'onStdout' | 'onStderr'> {
  /** Before the first byte of a new process. */
  onStart(this: void): void;
  /** It is about to be ended at somebody's wish: the last moment at which it can be told something. */
  onStopping(this: void): void;
  /** Behind its last byte. */
  onExit(this: void, exit: Exit): void;
}

const PATIENT: Graces = {
  inputMs: AGENTCTL_TIMES.endOfInputMs,
  termMs: AGENTCTL_TIMES.termMs,
};
const HURRIED: Graces = {
  inputMs: AGENTCTL_TIMES.lastStepMs,
  termMs: AGENTCTL_TIMES.lastStepMs,
};

/** Starts and ends the one agent, as often as asked; never two processes of it at once. */
export class Supervisor {
  private status: AgentStatus = 'stopped';
  private run: AgentRun | undefined;
  private starting: Promise<void> | undefined;
  private lastExit: Exit | undefined;
  private closed = false;

  constructor(
    private readonly command: AgentCommand,
    private readonly parts: { clock: Clock; log: Log; events: SupervisorEvents },
  ) {}

  get state(): AgentctlStatus {
    const { status, lastExit } = this;
    const pid = this.run?.pid;
    return {
      agent_status: status,
      process_info: {
        status,
        exit_code: lastExit?.code ?? -1,
        ...(pid === undefined ? {} : { pid }),
        ...(lastExit?.error === undefined ? {} : { exit_error: lastExit.error }),
      },
    };
  }

  /** @throws Refusal when it runs already or cannot be started */
  async start(): Promise<void> {
    if (this.closed) throw notRunning('agentctl itself is ending.');
    if (this.run || this.starting) {
      throw new Refusal(
        'conflict',
        'agent is already running',
        'Stop it first: POST /api/v1/stop.',
      );
    }
    this.status = 'starting';
    this.lastExit = undefined;
    this.starting = this.launch();
    try {
      await this.starting;
    } catch (error) {
      this.status = 'error';
      this.lastExit = { code: -1, error: messageOf(error) };
      throw error;
    } finally {
      this.starting = undefined;
    }
  }

  /** Returns when nothing of the agent is left; at once when there is none. */
  async stop({
    force = false,
    graces = PATIENT,
  }: { force?: boolean; graces?: Graces } = {}): Promise<void> {
    // A start that fails is told to whoever asked for it.
    if (this.starting) await Promise.allSettled([this.starting]);
    const { run } = this;
    if (!run) return;
    if (this.status === 'running' && !force) this.parts.events.onStopping();
    this.status = 'stopping';
    await run.end({ force, graces });
  }

  /** For good, and in less time: others wait for agentctl's own end. */
  async close(): Promise<void> {
    this.closed = true;
    await this.stop({ graces: HURRIED });
  }

  /** @throws Refusal when the agent is not there to read it */
  write(bytes: Buffer): void {
    if (!this.run || this.status !== 'running') throw notRunning();
    this.run.write(bytes);
  }

  private async launch(): Promise<void> {
    const { words, cwd, env } = this.command;
    const { clock, log, events } = this.parts;
    const [word = '', ...args] = words;
    await assertFolder(cwd);
    const program = await findProgram(word, { cwd, path: env['PATH'] });
    events.onStart();
    const run = await AgentRun.start({ program, word, args, cwd, env, clock, log, ...events });
    this.run = run;
    this.status = 'running';
    log.info('the agent was started', { pid: run.pid, program });
    void run.gone.then((exit) => this.ended(exit));
  }

  private ended(exit: Exit): void {
    const wanted = this.status === 'stopping';
    this.run = undefined;
    this.lastExit = exit;
    this.status = wanted || exit.error === undefined ? 'stopped' : 'error';
    this.parts.log[wanted || exit.error === undefined ? 'info' : 'warn']('the agent has ended', {
      exit_code: exit.code,
      ...(exit.error === undefined ? {} : { error: exit.error }),
    });
    this.parts.events.onExit(exit);
  }
}
