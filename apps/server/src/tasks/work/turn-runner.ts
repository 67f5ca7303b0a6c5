import { TASK_FAULTS, TASK_TIMES } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import type { BrainVoice, TurnRecord } from '@kenny/session';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { CLOCK } from '../../kernel/index.js';
import { TasksAtWork } from '../../mcp/index.js';
import { againText, withTranscript } from '../states/index.js';
import { TaskOutcomes } from '../gate/index.js';
import { TaskEventLog } from '../store/index.js';
import { TaskConversations } from '../../chat/index.js';
import { AgentFault, type LiveAgent, type TurnResult } from './agents.js';
import { EngineVoice } from './engine-voice.js';
import { Instances } from './instances.js';
import { TaskChanges } from './task-changes.js';
import { TaskWaits } from './task-waits.js';
import { TurnWatcher } from './turn-watcher.js';
import type { Work } from './work.js';

const FOREVER = { stallMs: Infinity, timeoutMs: Infinity };
const TRANSCRIPT = { events: 200, characters: 200_000 };
const MOST_TAINTS = 50;

/** One turn of one task: starts its agent if there is none, prompts it, and looks after it. */
@Injectable()
export class TurnRunner {
  private readonly logger = new Logger(TurnRunner.name);
  private readonly stallMs: number;

  constructor(
    private readonly instances: Instances,
    private readonly conversations: TaskConversations,
    private readonly changes: TaskChanges,
    private readonly waits: TaskWaits,
    private readonly log: TaskEventLog,
    private readonly tools: TasksAtWork,
    private readonly outcomes: TaskOutcomes,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) { tasks }: Pick<AppConfig, 'tasks'>,
  ) {
    this.stallMs = tasks.stallSecs * 1_000;
  }

  /** Resolves when the agent has really let go of the turn. @throws AgentFault */
  async run(
    work: Work,
    turn: TurnRecord,
    voice: BrainVoice,
    signal: AbortSignal,
  ): Promise<TurnResult> {
    const { task_id, run_id } = work;
    let watcher = this.watcher(work, FOREVER);
    try {
      const agent = await this.instances.ensure(work, () => watcher.heard(), signal);
      watcher.stop();
      watcher = this.watcher(work, {
        stallMs: this.stallMs,
        timeoutMs: work.timeoutMs ?? Infinity,
      });
      this.tools.begin(task_id, {
        ...{ session_id: turn.session_id, turn_id: turn.id },
        reads: () => work.reads,
        noteRead: (read) => this.noteRead(work, read),
      });
      const text = await this.textFor(work, turn, agent);
      void this.log.append(task_id, 'prompt', promptOf(work), run_id);
      void this.log.append(task_id, 'status', { status: 'running' }, run_id);
      return await this.prompted(work, agent, { turn_id: turn.id, text }, voice, signal);
    } catch (error) {
      const fault = work.fault ?? this.faultOf(error, signal);
      if (work.fault) await this.instances.release(task_id, work.isForced);
      await this.instances.failedStart(task_id, run_id, fault.message);
      throw fault;
    } finally {
      watcher.stop();
      this.tools.end(task_id, turn.id);
      await this.instances.ready(task_id);
    }
  }

  private async prompted(
    work: Work,
    agent: LiveAgent,
    turn: { turn_id: string; text: string },
    voice: BrainVoice,
    signal: AbortSignal,
  ): Promise<TurnResult> {
    const over = new AbortController();
    try {
      const ends = [
        agent.prompt(turn, new EngineVoice(voice), signal),
        died(agent),
        this.givenUp(work, agent, signal, over.signal),
      ];
      const result = await Promise.race(ends);
      signal.throwIfAborted();
      return result;
    } finally {
      over.abort();
    }
  }

  /** Cancelled, it has ten seconds to end its turn; by force it has none. */
  private async givenUp(
    work: Work,
    agent: LiveAgent,
    signal: AbortSignal,
    over: AbortSignal,
  ): Promise<never> {
    await aborted(signal, over);
    const patience = this.clock.setTimer(() => work.lose(), TASK_TIMES.cancelMs);
    over.addEventListener('abort', () => patience.cancel());
    await Promise.race([work.byForce, work.lost]);
    patience.cancel();
    if (!over.aborted) await this.instances.release(work.task_id, work.isForced);
    throw new AgentFault('interrupted');
  }

  private async textFor(
    work: Work,
    turn: TurnRecord,
    { origin, run_id }: LiveAgent,
  ): Promise<string> {
    const untold = await this.untold(work);
    const plain = work.again ? againText(turn.input.text) : turn.input.text;
    const text = untold === '' ? plain : `${untold}\n\n${plain}`;
    if (origin !== 'replaced' || !this.instances.isFirstTurn(work.task_id, run_id)) return text;
    const said = await this.conversations.transcript(turn.session_id, TRANSCRIPT);
    // The last one is the prompt itself.
    return withTranscript(said.slice(0, -1), text);
  }

  /** What became of its requests while nobody was there to hear it. */
  private async untold({ task_id, task }: Work): Promise<string> {
    const since = task.finished_at ?? task.started_at ?? 0;
    const outcomes = await this.outcomes.untold(task_id, since);
    if (outcomes.length === 0) return '';
    const lines = outcomes.map(({ line }) => `- ${line}`);
    return `What became of your earlier requests:\n${lines.join('\n')}`;
  }

  private watcher(work: Work, limits: { stallMs: number; timeoutMs: number }): TurnWatcher {
    const { task_id, run_id } = work;
    return new TurnWatcher(this.clock, limits, {
      waits: () => this.waits.of(task_id).length > 0,
      verdict: (verdict) => {
        const code = verdict === 'stalled' ? 'agent_stalled' : 'agent_timeout';
        const message = TASK_FAULTS[code];
        const status = verdict === 'stalled' ? 'stalled' : 'stopped';
        void this.log.append(task_id, 'status', { status, message }, run_id);
        work.end(new AgentFault(code), false);
      },
      heartbeat: () => {
        this.log.heartbeat(task_id, run_id).catch((error: unknown) => {
          this.logger.warn(`the heartbeat of task ${task_id}: ${String(error)}`);
        });
      },
    });
  }

  private async noteRead(work: Work, read: string): Promise<void> {
    if (work.reads.includes(read)) return;
    const task = await this.changes.change(work.task_id, (_tx, { tainted_by }) =>
      Promise.resolve({ tainted_by: [...new Set([...tainted_by, read])].slice(0, MOST_TAINTS) }),
    );
    work.reads = task.tainted_by;
  }

  private faultOf(error: unknown, signal: AbortSignal): AgentFault {
    if (error instanceof AgentFault) return error;
    if (signal.aborted) return new AgentFault('interrupted');
    this.logger.error(`a turn of an agent failed: ${String(error)}`);
    return new AgentFault('agent_start');
  }
}

async function died({ ended }: LiveAgent): Promise<never> {
  const { words } = await ended;
  throw new AgentFault('agent_crashed', words === '' ? undefined : words);
}

/** Never, when it is over before. Node keeps a signal with a listener, and all that this reaches. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => resolve();
    signal.addEventListener('abort', done);
    over.addEventListener('abort', () => signal.removeEventListener('abort', done));
  });
}

function promptOf({ prompt, task }: Work) {
  const { id: prompt_id, number, text, operator_id } = prompt;
  return { prompt_id, number, text: text === '' ? task.title : text, operator_id };
}
