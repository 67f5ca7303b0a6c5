import { type AgentScript, scriptedAgent } from '@kenny/acp/testing';
import {
  SERVER_FILES,
  type ApprovalView,
  type CreatedToken,
  type StoredTaskEvent,
  type TaskDetail,
  type TaskState,
  type TaskView,
} from '@kenny/contract';
import { buildAgentctl, responseFixture } from '@kenny/testing';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrincipalResolver } from '../src/auth/index.js';
import { EventBus, type CallContext } from '../src/kernel/index.js';
import { OrchestratorApi, PermissionsApi, TasksApi } from '../src/tasks/index.js';
import { AServer, type Answer } from './a-server.js';
import { tempDirs } from './temp-dir.js';

export interface TasksWorldOptions {
  readonly dataDir: string;
  /** The bundled agentctl. */
  readonly agentctl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A server with agents that do what scripts say, one PC, and Anna who gives them work. */
export class TasksWorld {
  private running: AServer | undefined;
  private annasToken: string | undefined;
  private ctx: CallContext | undefined;
  private options: TasksWorldOptions | undefined;
  private types: object[] = [];
  /** What the PC was told to run. */
  ran: unknown[] = [];

  private constructor() {}

  /** Begins anew before each test of the file; agentctl is built once. */
  static forEachTest(): TasksWorld {
    const newDir = tempDirs();
    const world = new TasksWorld();
    let agentctl = '';
    beforeAll(async () => {
      agentctl = await buildAgentctl(newDir());
    }, 120_000);
    beforeEach(() => world.begin({ dataDir: newDir(), agentctl }));
    afterEach(() => world.stop());
    return world;
  }

  /** One for all tests of the file. */
  static forThisFile(): TasksWorld {
    const newDir = tempDirs();
    const world = new TasksWorld();
    beforeAll(async () => {
      const agentctl = await buildAgentctl(newDir());
      await world.begin({ dataDir: newDir(), agentctl });
    }, 120_000);
    afterAll(() => world.stop());
    return world;
  }

  static async start(options: TasksWorldOptions): Promise<TasksWorld> {
    const world = new TasksWorld();
    await world.begin(options);
    return world;
  }

  get dataDir(): string {
    return this.given.dataDir;
  }

  get server(): AServer {
    if (!this.running) throw new Error('the server does not run');
    return this.running;
  }

  get tasks(): TasksApi {
    return this.server.get(TasksApi);
  }

  get work(): OrchestratorApi {
    return this.server.get(OrchestratorApi);
  }

  get permissions(): PermissionsApi {
    return this.server.get(PermissionsApi);
  }

  get anna(): CallContext {
    if (!this.ctx) throw new Error('Anna has not come yet');
    return this.ctx;
  }

  /** From now on agents of that type do what the script says. */
  agent(id: string, script: AgentScript, more: object = {}): void {
    this.command(id, scriptedAgent(script), more);
  }

  command(id: string, command: readonly string[], more: object = {}): void {
    this.types.push({ id, name: id, command, timeout_s: 120, permissions: 'ask', ...more });
    this.writeTypes();
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.run();
    await this.server.connect('pc1', this.pc());
  }

  async token(rights: object = {}): Promise<CallContext> {
    return this.as(await this.newToken(rights));
  }

  /** A task of that agent, started. */
  async begun(agent_type: string, more: object = {}): Promise<TaskView> {
    const task = await this.tasks.create(this.anna, {
      title: 'Look after pc1',
      agent_type,
      ...more,
    });
    await this.work.start(this.anna, task.id, {});
    return task;
  }

  get(id: string): Promise<TaskDetail> {
    return this.tasks.get(this.anna, id);
  }

  /** Resolves when the task is in that state. */
  async reaches(id: string, state: TaskState): Promise<TaskDetail> {
    return this.until(id, (task) => task.state === state);
  }

  /** Its turn is over and all of it is stored: the result comes last, after the state. */
  over(id: string): Promise<TaskDetail> {
    return this.until(id, async ({ state, last_seq }) => {
      if (state !== 'REVIEW') return false;
      const [last] = (await this.tasks.events(id, last_seq - 1, 1)).events;
      return last?.type === 'result';
    });
  }

  async until(
    id: string,
    is: (task: TaskDetail) => boolean | Promise<boolean>,
  ): Promise<TaskDetail> {
    const events = this.server.get(EventBus);
    let wake = (): void => undefined;
    const stops = [
      events.on('task.changed', ({ task_id }) => (task_id === id ? wake() : undefined)),
      events.on('task.run', ({ task_id }) => (task_id === id ? wake() : undefined)),
      events.on('task.events', ({ task_id }) => (task_id === id ? wake() : undefined)),
    ];
    try {
      for (;;) {
        const changed = new Promise<void>((resolve) => (wake = resolve));
        const task = await this.get(id);
        if (await is(task)) return task;
        await changed;
      }
    } finally {
      for (const stop of stops) stop();
    }
  }

  async events(id: string): Promise<readonly StoredTaskEvent[]> {
    return (await this.tasks.events(id, 0, 1_000)).events;
  }

  /** What the agent said to people in all turns. */
  async said(id: string): Promise<string> {
    return (await this.events(id))
      .flatMap((event) => {
        if (event.type !== 'update' || event.data.sessionUpdate !== 'agent_message_chunk')
          return [];
        const content = event.data['content'] as { text?: string };
        return [content.text ?? ''];
      })
      .join('');
  }

  /** The next approval that the task opens. */
  opened(): Promise<ApprovalView> {
    return new Promise((resolve) => {
      const stop = this.server.get(EventBus).on('approval.changed', ({ approval }) => {
        if (approval.state !== 'pending') return;
        stop();
        resolve(approval);
      });
    });
  }

  decide({ id, call_sha256 }: ApprovalView, decision: 'approve' | 'deny'): Promise<Answer> {
    return this.server.http('POST', `/api/approvals/${id}`, { decision, call_sha256 });
  }

  private async begin(options: TasksWorldOptions): Promise<void> {
    this.options = options;
    [this.types, this.ran, this.annasToken] = [[], [], undefined];
    this.writeTypes();
    await this.run();
    await this.server.connected('pc1', this.pc());
  }

  private get given(): TasksWorldOptions {
    if (!this.options) throw new Error('the world has not begun');
    return this.options;
  }

  private async run(): Promise<void> {
    const { dataDir, agentctl, env = {} } = this.given;
    this.running = await AServer.start({
      ...{ dataDir, agentctl, retrySecs: 0.1 },
      env: { KENNY_TASKS_SANDBOX: 'off', ...env },
    });
    // The admin's token is another one after each start, and with it would end what it started.
    const anna = { operator: { id: 'anna', name: 'Anna' } };
    this.annasToken ??= await this.newToken(anna);
    this.ctx = await this.as(this.annasToken);
  }

  private async newToken(rights: object): Promise<string> {
    const body = { name: 'test', scope: 'operator', decide: true, ...rights };
    return (await this.server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
  }

  private async as(token: string): Promise<CallContext> {
    const principal = await this.server.get(PrincipalResolver).fromBearer(token);
    return { principal, door: 'http', request_id: 'req-test' };
  }

  private writeTypes(): void {
    const file = join(this.dataDir, SERVER_FILES.agentTypes);
    writeFileSync(file, JSON.stringify({ types: this.types }), { mode: 0o600 });
    chmodSync(file, 0o600);
  }

  private pc() {
    return {
      meta: { os: 'linux' as const },
      features: ['shell_exec' as const],
      handlers: {
        fs_list: () => responseFixture('fs_list').result ?? {},
        fs_read: () => responseFixture('fs_read').result ?? {},
        shell_exec: (args: unknown) => {
          this.ran.push(args);
          return { stdout: 'restarted\n', stderr: '', exit_code: 0 };
        },
      },
    };
  }
}
