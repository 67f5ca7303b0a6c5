import type { SessionOrigin } from '@kenny/contract';
import { KennyError } from '../src/kernel/index.js';
import {
  AgentFault,
  AgentStarter,
  type AdmittedType,
  type AgentAsk,
  type AgentEnd,
  type LiveAgent,
  type TurnResult,
} from '../src/tasks/work/agents.js';

/** One agent that the test plays: it has a prompt, answers it, dies. */
export class PlayedAgent implements LiveAgent {
  readonly facts: LiveAgent['facts'];
  readonly ended: Promise<AgentEnd>;
  isOver = false;
  /** Deaf to a cancel: it has to be ended. */
  deaf = false;
  private die: (end: AgentEnd) => void = () => undefined;
  /** Of its last turn. */
  signal: AbortSignal = new AbortController().signal;
  private turn: { text: string; end: (result: TurnResult | Error) => void } | undefined;

  constructor(
    readonly ask: AgentAsk,
    readonly origin: SessionOrigin,
    private readonly prompted: (text: string) => void,
  ) {
    this.facts = {
      ...{ acp_session_id: `session of ${ask.run.id}`, dialect: 'v1', capabilities: {} },
      ...{ workspace: null, sandboxed: true, resumable: true },
    };
    this.ended = new Promise((resolve) => (this.die = resolve));
  }

  get run_id(): string {
    return this.ask.run.id;
  }

  get task_id(): string {
    return this.ask.task.id;
  }

  /** What it works on. */
  get text(): string | undefined {
    return this.turn?.text;
  }

  prompt(
    { text }: { readonly text: string },
    _voice: unknown,
    signal: AbortSignal,
  ): Promise<TurnResult> {
    if (this.turn) throw new Error('two turns at once');
    this.signal = signal;
    if (this.isOver) throw new AgentFault('agent_crashed');
    this.prompted(text);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        if (!this.deaf) this.answer('', 'cancelled');
      };
      const end = (result: TurnResult | Error): void => {
        this.turn = undefined;
        signal.removeEventListener('abort', stop);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      this.turn = { text, end };
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });
  }

  answer(text: string, stop: TurnResult['stop'] = 'end_turn'): void {
    this.turn?.end({ text, stop, summary: null });
  }

  fail(fault: AgentFault): void {
    this.turn?.end(fault);
  }

  crash(exit_code = 137): void {
    this.isOver = true;
    this.turn?.end(new AgentFault('agent_crashed', 'It was killed.'));
    this.die({ exit_code, words: 'It was killed.' });
  }

  end(): Promise<void> {
    if (!this.isOver) this.crash(0);
    return Promise.resolve();
  }
}

/** Starts agents that the test plays. */
export class PlayedAgents extends AgentStarter {
  readonly all: PlayedAgent[] = [];
  /** In the order in which agents got them. */
  readonly prompts: { task_id: string; text: string }[] = [];
  /** How the next starts fail. */
  readonly faults: AgentFault[] = [];
  origin: SessionOrigin = 'new';
  killed: string[] = [];

  get live(): PlayedAgent[] {
    return this.all.filter(({ isOver }) => !isOver);
  }

  get busy(): PlayedAgent[] {
    return this.live.filter(({ text }) => text !== undefined);
  }

  override admit(agent_type: string): Promise<AdmittedType> {
    if (agent_type !== 'helper') throw new KennyError('not_found', 'no such type');
    return Promise.resolve({ frozen: { runtime: 'process' }, timeoutMs: 3_600_000 });
  }

  override markerOf({ id }: { readonly id: string }): string {
    return `process:test:${id}`;
  }

  override start(ask: AgentAsk): Promise<LiveAgent> {
    const fault = this.faults.shift();
    if (fault) return Promise.reject(fault);
    const origin = ask.sessions.length > 0 && this.origin === 'new' ? 'loaded' : this.origin;
    const agent = new PlayedAgent(ask, origin, (text) => {
      this.prompts.push({ task_id: ask.task.id, text });
    });
    this.all.push(agent);
    return Promise.resolve(agent);
  }

  /** As after a `kill -9` of the server: agents end with it, or are ended now. */
  override killLeftovers(markers: readonly string[]): Promise<number> {
    this.killed.push(...markers);
    return Promise.resolve(markers.length);
  }
}
