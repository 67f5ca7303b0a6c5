import { SESSION_METADATA_KEYS, TASK_TIMES, type AgentInstanceState } from '@kenny/contract';
import { faultPoint, type Clock, type Timer } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Writer } from '../../database/index.js';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { RunRows, TaskEventLog, TaskRows, type TaskRunEntity } from '../store/index.js';
import { AgentStarter, type AgentEnd, type LiveAgent } from './agents.js';
import { TaskChanges } from './task-changes.js';
import { TaskWaits } from './task-waits.js';
import type { Work } from './work.js';

interface Instance {
  readonly agent: LiveAgent;
  /** Whose rights it has. */
  readonly token_id: string;
  readonly agent_type: string;
  idle: Timer | undefined;
  /** It is being let go: its end is no fault. */
  ending: boolean;
  /** It had its first prompt. */
  told: boolean;
  /** Told of each sign of life; of the turn at work. */
  readonly heard: { now: () => void };
}

/** Live agents: one at most for each task. */
@Injectable()
export class Instances {
  private readonly logger = new Logger(Instances.name);
  private readonly instances = new Map<string, Instance>();
  /** Ends that nobody has waited for yet. */
  private readonly ends = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(
    private readonly starter: AgentStarter,
    private readonly runs: RunRows,
    private readonly rows: TaskRows,
    private readonly changes: TaskChanges,
    private readonly waits: TaskWaits,
    private readonly log: TaskEventLog,
    private readonly writer: Writer,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.instances.size;
  }

  /** The run of a live agent that could take this prompt; undefined: another one has to be started. */
  usable(task_id: string, token_id: string, agent_type: string | null): string | undefined {
    const instance = this.instances.get(task_id);
    if (!instance || instance.ending || instance.token_id !== token_id) return undefined;
    return instance.agent_type === agent_type ? instance.agent.run_id : undefined;
  }

  /** The agent that works on it: the one that is there, or a new one. @throws AgentFault */
  async ensure(work: Work, hears: () => void, signal: AbortSignal): Promise<LiveAgent> {
    const { task_id, run_id, prompt } = work;
    const known = this.instances.get(task_id);
    if (known && known.agent.run_id === run_id && !known.ending) {
      known.idle?.cancel();
      known.heard.now = hears;
      // The prompt answers it.
      this.asked(task_id, run_id, null);
      await this.note(task_id, run_id, { status: 'RUNNING' });
      return known.agent;
    }
    await this.release(task_id, false);
    const task = (await this.rows.get(task_id)) ?? work.task;
    const run = await this.runs.get(run_id);
    if (!run) throw new Error(`the run ${run_id} is not stored`);
    // Before anything is started: whatever is left of it can be found.
    await this.note(task_id, run_id, { status: 'STARTING', marker: this.starter.markerOf(run) });
    faultPoint('server.agent_marked');
    void this.log.append(task_id, 'status', { status: 'started' }, run_id);
    const heard: { now: () => void } = { now: hears };
    const agent = await this.starter.start(
      {
        ...{ task, run, token_id: prompt.token_id },
        sessions: await this.sessionsOf(task_id, task.metadata),
        begun: prompt.number > 1 || work.again,
        tell: (type, data) => this.log.hear(task_id, type, data, run_id),
        heard: () => heard.now(),
        asks: (question) => this.asked(task_id, run_id, question),
      },
      signal,
    );
    const { agent_type } = run;
    const instance: Instance = {
      ...{ agent, agent_type, token_id: prompt.token_id, heard },
      idle: undefined,
      ending: false,
      told: false,
    };
    this.instances.set(task_id, instance);
    faultPoint('server.agent_started');
    this.watchEnd(task_id, instance);
    await this.started(task_id, agent);
    return agent;
  }

  /** Its turn is over: it keeps its session for a while, and holds no slot. */
  async ready(task_id: string): Promise<void> {
    const instance = this.instances.get(task_id);
    if (!instance || instance.ending) return;
    instance.heard.now = () => undefined;
    await this.note(task_id, instance.agent.run_id, { status: 'READY', progress: 100 });
    instance.idle = this.clock.setTimer(() => {
      void this.log.append(
        task_id,
        'log',
        {
          level: 'info',
          message: 'The AI agent was idle and has ended; your next message starts it again.',
        },
        instance.agent.run_id,
      );
      this.release(task_id, false).catch((error: unknown) => {
        this.logger.error(`an idle agent was not let go: ${String(error)}`);
      });
    }, TASK_TIMES.idleMs);
  }

  /** Resolves when no process of the task's agent is left. */
  async release(
    task_id: string,
    force: boolean,
    end: AgentInstanceState = 'STOPPED',
  ): Promise<void> {
    const instance = this.instances.get(task_id);
    if (!instance) return this.ends.get(task_id);
    instance.idle?.cancel();
    const first = !instance.ending;
    instance.ending = true;
    if (first || force) await instance.agent.end(force);
    const gone = await instance.agent.ended;
    if (first) await this.gone(task_id, instance, end, gone);
    await this.ends.get(task_id);
  }

  /** The server stops: nothing is left running, and nothing more is stored. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.instances.keys()].map((id) => this.release(id, true)));
  }

  /** A run that did not get as far as an agent; does nothing to others. */
  async failedStart(task_id: string, run_id: string, error: string): Promise<void> {
    const run = await this.runs.get(run_id);
    if (run?.status !== 'PENDING' && run?.status !== 'STARTING') return;
    const finished_at = this.clock.now();
    await this.note(task_id, run_id, { status: 'FAILED', error, finished_at });
  }

  /** True once: an agent is told what went before in its first turn. */
  isFirstTurn(task_id: string, run_id: string): boolean {
    const instance = this.instances.get(task_id);
    if (instance?.agent.run_id !== run_id || instance.told) return false;
    instance.told = true;
    return true;
  }

  private watchEnd(task_id: string, instance: Instance): void {
    const ended = instance.agent.ended.then(async (end) => {
      if (instance.ending) return;
      instance.ending = true;
      instance.idle?.cancel();
      // In a turn the runner says what that means; without one it is only gone.
      await this.gone(task_id, instance, end.exit_code === 0 ? 'COMPLETED' : 'FAILED', end);
    });
    const settled = ended
      .catch((error: unknown) => this.logger.error(`the end of an agent: ${String(error)}`))
      .finally(() => {
        if (this.ends.get(task_id) === settled) this.ends.delete(task_id);
      });
    this.ends.set(task_id, settled);
  }

  private async gone(
    task_id: string,
    instance: Instance,
    status: AgentInstanceState,
    { exit_code, words }: AgentEnd,
  ): Promise<void> {
    if (this.instances.get(task_id) === instance) this.instances.delete(task_id);
    this.asked(task_id, instance.agent.run_id, null);
    const error = status === 'FAILED' ? words : null;
    const finished_at = this.clock.now();
    await this.note(task_id, instance.agent.run_id, { status, exit_code, error, finished_at });
  }

  private async started(task_id: string, { run_id, origin, facts }: LiveAgent): Promise<void> {
    const { acp_session_id, dialect, capabilities, workspace, sandboxed, resumable } = facts;
    await this.note(task_id, run_id, {
      ...{ status: 'RUNNING', acp_session_id, dialect, capabilities, workspace },
    });
    await this.changes.change(task_id, (_tx, { metadata }) =>
      Promise.resolve({
        ...{ sandboxed, resumable },
        metadata: acp_session_id === null ? metadata : withSession(metadata, acp_session_id),
      }),
    );
    if (acp_session_id !== null) {
      void this.log.append(task_id, 'session', { session_id: acp_session_id, origin }, run_id);
    }
  }

  private async note(
    task_id: string,
    run_id: string,
    fields: Partial<TaskRunEntity>,
  ): Promise<void> {
    if (this.stopped) return;
    await this.writer.write((tx) => this.runs.change(tx, run_id, fields));
    const { status, progress, exit_code } = fields;
    if (!status) return;
    const told = {
      status,
      progress: progress ?? 0,
      ...(typeof exit_code === 'number' ? { exit_code } : {}),
    };
    void this.log.append(task_id, 'agent', told, run_id);
    this.events.emit('task.run', { task_id, run_id, status });
  }

  /** That of the last agent, and those that people named. */
  private async sessionsOf(
    task_id: string,
    metadata: Readonly<Record<string, unknown>>,
  ): Promise<string[]> {
    const last = (await this.runs.withSession(task_id))?.acp_session_id;
    const named = [SESSION_METADATA_KEYS.acp, SESSION_METADATA_KEYS.seed].map(
      (key) => metadata[key],
    );
    const all = [last, ...named].filter((one) => typeof one === 'string' && one !== '');
    return [...new Set(all)] as string[];
  }

  private asked(task_id: string, run_id: string, question: string | null): void {
    const id = `${run_id}:question`;
    const changed =
      question === null ? this.waits.remove(task_id, id) : this.waits.add(task_id, 'question', id);
    if (!changed) return;
    if (question !== null) {
      void this.log.append(task_id, 'waiting', { wait: 'question', id, message: question }, run_id);
    }
    this.changes.refresh(task_id).catch((error: unknown) => {
      this.logger.warn(`the state of task ${task_id}: ${String(error)}`);
    });
  }
}

function withSession(metadata: Record<string, unknown>, id: string): Record<string, unknown> {
  return { ...metadata, [SESSION_METADATA_KEYS.seed]: id, [SESSION_METADATA_KEYS.acp]: id };
}
