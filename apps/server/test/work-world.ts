import { FakeClock, strictFake } from '@kenny/testing';
import type { ApprovalState, ApprovalView } from '@kenny/contract';
import type { Brain } from '@kenny/session';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { ConversationHost } from '../src/chat/conversation-host.js';
import { CHAT_ENTITIES, ChatReader, TaskConversations } from '../src/chat/index.js';
import { ChatErasure } from '../src/chat/store/chat-erasure.js';
import { ChatStore } from '../src/chat/store/chat-store.js';
import type { ChatTools } from '../src/chat/turns/chat-tools.js';
import { openDatabase, type OpenDatabase, type Schema } from '../src/database/index.js';
import { Chat1795700005000 } from '../src/database/migrations/5000-chat.js';
import { Tasks1795700007000 } from '../src/database/migrations/7000-tasks.js';
import { InProcessEventBus, type EventMap } from '../src/kernel/index.js';
import { TasksAtWork } from '../src/mcp/index.js';
import type { ApprovalsService } from '../src/policy/index.js';
import type { TaskEnds, TaskOutcomes } from '../src/tasks/gate/index.js';
import { NEW_TASK } from '../src/tasks/states/index.js';
import {
  columnsOf,
  PromptRows,
  RunRows,
  TASK_ENTITIES,
  TaskErasure,
  TaskEventLog,
  TaskRows,
  type TaskEntity,
  type TaskPromptEntity,
} from '../src/tasks/store/index.js';
import { AcpBrain } from '../src/tasks/work/acp-brain.js';
import { PlayedAgents, type PlayedAgent } from './played-agents.js';
import { AtWork } from '../src/tasks/work/at-work.js';
import { Instances } from '../src/tasks/work/instances.js';
import { TasksLifetime } from '../src/tasks/work/lifetime.js';
import { Orchestrator } from '../src/tasks/work/orchestrator.js';
import { TaskRequests } from '../src/tasks/work/requests.js';
import { Slots } from '../src/tasks/work/slots.js';
import { TaskChanges } from '../src/tasks/work/task-changes.js';
import { TaskWaits } from '../src/tasks/work/task-waits.js';
import { TurnRunner } from '../src/tasks/work/turn-runner.js';
import { Turns } from '../src/tasks/work/turns.js';
import { CommittedRows } from './committed-rows.js';
import { databaseIn } from './database-in.js';
import { asking } from './settings-world.js';

const SCHEMA: Schema = {
  entities: [...CHAT_ENTITIES, ...TASK_ENTITIES],
  migrations: [Chat1795700005000, Tasks1795700007000],
};
export const ANNA = asking('anna');
export type { PlayedAgent } from './played-agents.js';
export const SLOTS = 2;

/** The work on tasks on a real database and the real engine; agents are played. */
export class WorkWorld {
  readonly agents = new PlayedAgents();
  readonly audit = new CommittedRows();
  /** Open approvals, as the gate has them. */
  readonly open = new Map<string, string>();
  parts: Parts;

  private readonly reading = new Set<object>();

  private constructor(
    private readonly database: OpenDatabase,
    readonly clock: FakeClock,
  ) {
    this.watchReads();
    this.parts = this.build();
  }

  static async start(dataDir: string): Promise<WorkWorld> {
    const clock = new FakeClock();
    const world = new WorkWorld(await openDatabase(databaseIn(dataDir), SCHEMA, clock), clock);
    await world.boot();
    return world;
  }

  private watchReads(): void {
    const { connection } = this.database.reads.manager;
    const runners = new WeakSet<object>();
    const make = connection.createQueryRunner.bind(connection);
    connection.createQueryRunner = (mode) => {
      const runner = make(mode);
      if (runners.has(runner)) return runner;
      runners.add(runner);
      const ask = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(runner, {
        query: async (...args: unknown[]) => {
          const one = {};
          this.reading.add(one);
          try {
            return await ask(...args);
          } finally {
            this.reading.delete(one);
          }
        },
      });
      return runner;
    };
  }

  private build() {
    const { clock, database, audit } = this;
    const { writer, reads } = database;
    const events = new InProcessEventBus();
    const config = { tasks: { ...TASKS, maxConcurrent: SLOTS } };
    const erasure = new ChatErasure(writer, reads);
    const chatStore = new ChatStore(writer, reads, audit, erasure);
    const tools = strictFake<ChatTools>('ChatTools', {
      approvalsOf: () => Promise.resolve([]),
      open: () => Promise.resolve([]),
    });
    const nobody = strictFake<Brain>('Brain');
    const host = new ConversationHost(chatStore, erasure, tools, events, writer, nobody, clock);
    const conversations = new TaskConversations(host, chatStore, new ChatReader(reads));
    const rows = new TaskRows(reads);
    const prompts = new PromptRows(reads);
    const runs = new RunRows(reads);
    const log = new TaskEventLog(writer, reads, events, clock);
    const waits = new TaskWaits();
    const changes = new TaskChanges(rows, writer, audit, log, waits, events, clock, config);
    const { agents } = this;
    const atWork = new AtWork();
    const instances = new Instances(
      ...([agents, runs, rows, changes, waits, log, writer, events, clock] as const),
    );
    const ends = strictFake<TaskEnds>('TaskEnds', {
      stopIn: (_tx, id) => Promise.resolve(this.closeAll(id)),
      endIn: (_tx, id) => Promise.resolve(this.closeAll(id)),
    });
    const outcomes = strictFake<TaskOutcomes>('TaskOutcomes', {
      untold: () => Promise.resolve([]),
    });
    const approvals = strictFake<ApprovalsService>('ApprovalsService', {
      listOpen: () => Promise.resolve([]),
    });
    const slots = new Slots(
      ...([rows, prompts, runs, changes, instances, agents, atWork, clock, config] as const),
    );
    const tasksAtWork = new TasksAtWork(events, clock);
    const runner = new TurnRunner(
      ...([instances, conversations, changes, waits, log, tasksAtWork, outcomes] as const),
      ...([clock, config] as const),
    );
    const turns = new Turns(conversations, changes, prompts, ends, log, clock);
    const taskErasure = new TaskErasure(writer, rows, log);
    const orchestrator = new Orchestrator(
      ...([rows, prompts, changes, slots, atWork, instances, agents, conversations] as const),
      ...([ends, taskErasure, clock] as const),
    );
    const requests = new TaskRequests(
      ...([approvals, rows, changes, waits, log, atWork, events, orchestrator] as const),
    );
    const brain = new AcpBrain(atWork, runner);
    const lifetime = new TasksLifetime(
      ...([
        conversations,
        brain,
        agents,
        rows,
        prompts,
        runs,
        changes,
        requests,
        taskErasure,
      ] as const),
      ...([slots, turns, instances, atWork, log, writer, clock] as const),
    );
    return {
      ...{ events, host, rows, prompts, runs, log, waits, changes, atWork, instances, slots },
      ...{ orchestrator, lifetime, taskErasure, erasure, conversations },
    };
  }

  private async boot(): Promise<void> {
    this.parts.lifetime.onModuleInit();
    await this.parts.host.onApplicationBootstrap();
    await this.parts.lifetime.onApplicationBootstrap();
  }

  /** The server is gone and comes back. */
  async restart(): Promise<void> {
    const { lifetime, host, log } = this.parts;
    host.onModuleDestroy();
    log.onModuleDestroy();
    await lifetime.onModuleDestroy();
    await this.database.writer.flush();
    this.parts = this.build();
    await this.boot();
  }

  async close(): Promise<void> {
    const { lifetime, host, log } = this.parts;
    host.onModuleDestroy();
    log.onModuleDestroy();
    await lifetime.onModuleDestroy();
    await this.database.close();
  }

  get work(): Orchestrator {
    return this.parts.orchestrator;
  }

  get writer(): OpenDatabase['writer'] {
    return this.database.writer;
  }

  async task(more: Partial<TaskEntity> = {}): Promise<string> {
    const now = this.clock.now();
    const task: TaskEntity = {
      ...{ id: randomUUID(), title: 'Fix it', description: '', agent_type: 'helper', priority: 0 },
      ...{ metadata: {}, agents: null, classes: null, board_id: null, column_id: null },
      ...columnsOf(NEW_TASK, 'TODO'),
      ...{ position: 0, owner_id: 'anna', starter_token_id: null, session_id: null },
      ...{ repository_url: null, branch: null, assigned_to: null, resumable: false },
      ...{ sandboxed: null, tainted_by: [], created_at: now, updated_at: now, deleted_at: null },
      ...more,
    };
    await this.writer.write((tx) => this.parts.rows.insert(tx, task));
    return task.id;
  }

  async get(id: string): Promise<TaskEntity> {
    const task = await this.parts.rows.get(id);
    if (!task) throw new Error(`no task ${id}`);
    return task;
  }

  promptsOf(id: string): Promise<TaskPromptEntity[]> {
    return this.parts.prompts.last(id, 1_000);
  }

  /** The agent that works on it. */
  agent(id: string): PlayedAgent {
    const agent = this.agents.live.find(({ task_id }) => task_id === id);
    if (!agent) throw new Error(`nobody works on ${id}`);
    return agent;
  }

  /** Everything that can happen without a person, an agent or much time has happened. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const before = this.writer.stats().committed;
      this.clock.advance(60);
      await this.idle();
      quiet = this.writer.stats().committed === before ? quiet + 1 : 0;
    }
  }

  /** Nothing is asked of the database any more. */
  private async idle(): Promise<void> {
    for (let quiet = 0; quiet < 20;) {
      await nextTick();
      const { queued, running } = this.writer.stats();
      quiet = this.reading.size + queued + running === 0 ? quiet + 1 : 0;
    }
  }

  async passes(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.rest();
  }

  /** What the gate tells of a request of that task. */
  async request(task_id: string, id: string, state: ApprovalState): Promise<void> {
    const { approval } = strictFake<EventMap['approval.changed']>('approval.changed', {
      approval: strictFake<EventMap['approval.changed']['approval']>('approval', {
        ...{ id, state, kind: 'change', tool: 'disk_clean', agent_id: 'pc1' },
        requested_by: strictFake<ApprovalView['requested_by']>('requester', {
          kind: 'task',
          id: task_id,
        }),
      }),
    });
    this.parts.events.emit('approval.changed', { approval });
    await this.rest();
  }

  private closeAll(task_id: string): void {
    for (const [id, of] of this.open) if (of === task_id) this.open.delete(id);
    for (const { id } of this.parts.waits.of(task_id)) this.parts.waits.remove(task_id, id);
  }
}

type Parts = ReturnType<WorkWorld['build']>;

const TASKS = {
  ...{ agentTypesFile: '/nowhere', retrySecs: 30, stallSecs: 600, sandbox: true },
};
