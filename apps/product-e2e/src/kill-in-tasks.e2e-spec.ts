import { scriptedAgent, type AgentScript } from '@kenny/acp/testing';
import {
  API_PATHS,
  SERVER_FILES,
  type ApprovalList,
  type PermissionList,
  type TaskDetail,
  type TaskState,
  type TaskView,
} from '@kenny/contract';
import { TASK_FAULT_POINTS } from '@kenny/kernel';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/**
 * The server ends by `kill -9` at each step of an agent's turn, and once more while a person is
 * asked. Afterwards the states are true, no process is left, and nothing is begun twice by itself.
 */
const world = aWorld();
const folder = world.makeFolder('agents');
let installation: Installation;

beforeAll(
  world.telling(async () => {
    const serverEnv = { KENNY_TASKS_SANDBOX: 'off' };
    installation = await Installation.prepare(world, 'killed-tasks', { serverEnv });
    mkdirSync(installation.dataDir, { recursive: true, mode: 0o700 });
    const { agentId: agent_id } = installation;
    const change = { agent_id, command: `echo changed >> ${changes()}` };
    const DONE = { reply: { stopReason: 'end_turn' } } as const;
    writeTypes({
      worker: script([{ text: 'Done.' }, DONE]),
      asker: script([
        { mcp: { tool: 'shell_exec', arguments: change } },
        {
          permission: { toolCall: { toolCallId: 'c1', title: 'rm -r build', kind: 'execute' } },
          then: { '*': [{ text: 'It says {{outcome}}.' }, DONE] },
        },
      ]),
    });
    await installation.startServer();
    await installation.addAgent();
    installation.startAgent();
    await installation.online();
  }),
  120_000,
);

/** Writes down its number and each prompt that it gets. */
function script(turn: readonly object[]): AgentScript {
  const note = (word: string) => ({
    run: ['/bin/sh', '-c', `echo ${word} $PPID >> ${notes()}`] as const,
  });
  return {
    ...{ dialect: 'v1', agent: { agentCapabilities: { loadSession: true } } },
    start: [note('started')],
    on: {
      'session/load': [{ reply: {} }],
      'session/prompt': [note('prompted'), ...turn] as AgentScript['start'] & object,
    },
  };
}

function notes(): string {
  return join(folder, 'notes');
}

/** What the PC did. */
function changes(): string {
  return join(folder, 'changes');
}

async function waiting(): Promise<ApprovalList['items']> {
  const path = `${API_PATHS.approvals}?state=pending`;
  return (await installation.api.get<ApprovalList>(path)).body.items;
}

function noted(word: string): number[] {
  if (!existsSync(notes())) return [];
  return readFileSync(notes(), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${word} `))
    .map((line) => Number(line.split(' ')[1]));
}

function writeTypes(scripts: Record<string, AgentScript>): void {
  const types = Object.entries(scripts).map(([id, one]) => ({
    ...{ id, name: id, command: scriptedAgent(one), permissions: 'ask' },
  }));
  const file = join(installation.dataDir, SERVER_FILES.agentTypes);
  writeFileSync(file, JSON.stringify({ types }), { mode: 0o600 });
}

async function made(agent_type: string): Promise<string> {
  const body = { title: 'Fix it', agent_type };
  const { body: task, status, text } = await installation.api.post<TaskView>(API_PATHS.tasks, body);
  if (status !== 201) throw new Error(`making a task answered ${status}: ${text}`);
  return task.id;
}

const task = async (id: string): Promise<TaskDetail> =>
  (await installation.api.get<TaskDetail>(API_PATHS.task(id))).body;

const start = (id: string) => installation.api.post(API_PATHS.taskStart(id), {});

function reaches(id: string, state: TaskState): Promise<TaskDetail> {
  return eventually(`the task is ${state}`, async () => {
    const now = await task(id);
    return now.state === state ? now : undefined;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function nobodyIsLeft(pids: readonly number[]): Promise<true> {
  return eventually('no process is left', () =>
    Promise.resolve(pids.some(isAlive) ? undefined : true),
  );
}

async function comesBack(): Promise<readonly number[]> {
  expect(await installation.server?.ended()).toEqual({ code: null, signal: 'SIGKILL' });
  const pids = noted('started');
  await installation.startServer();
  return pids;
}

/** What was begun and had no end is for a person to go on with. */
const AFTER: Partial<Record<(typeof TASK_FAULT_POINTS)[number], TaskState>> = {
  'server.task_queued': 'REVIEW',
  'server.task_turn_over': 'REVIEW',
  'server.task_ended': 'REVIEW',
};

it.each(TASK_FAULT_POINTS)(
  'is true about a task after a kill at %s',
  world.telling(async (point: (typeof TASK_FAULT_POINTS)[number]) => {
    const id = await made('worker');
    const before = noted('prompted').length;
    installation.arm(point);
    await start(id).catch(() => undefined);
    const pids = await comesBack();
    const end = AFTER[point] ?? 'INTERRUPTED';
    const found = await reaches(id, end);
    await nobodyIsLeft(pids);
    if (end === 'REVIEW') {
      expect(noted('prompted').length).toBe(before + 1);
      return;
    }
    expect(found).toMatchObject({ resumable: true, error: { code: 'interrupted' } });
    expect(found.agent_instances.map(({ status }) => status)).toEqual(
      found.agent_instances.map(() => 'STOPPED'),
    );
    const told = noted('prompted').length;
    expect(told).toBeLessThanOrEqual(before + 1);
    await start(id);
    await reaches(id, 'REVIEW');
    expect(noted('prompted').length).toBe(told + 1);
  }),
  120_000,
);

it(
  'cancels what an agent asked when the server is killed, and keeps the change that waits beside it',
  world.telling(async () => {
    await installation.recover('fresh');
    const id = await made('asker');
    await start(id);
    await eventually('both are open', async () => {
      const { waits_for } = await task(id);
      return waits_for.length === 2 ? true : undefined;
    });
    const [approval] = await waiting();
    if (!approval) throw new Error('no change waits');
    const { connected_since } = await installation.pc();
    await installation.server?.kill();
    const pids = noted('started');
    await installation.startServer();
    await reaches(id, 'INTERRUPTED');
    await nobodyIsLeft(pids);
    const path = API_PATHS.taskPermissions(id);
    const { body } = await installation.api.get<PermissionList>(path);
    expect(body.permissions).toMatchObject([{ outcome: 'cancelled' }]);
    expect(await waiting()).toMatchObject([{ id: approval.id, call_sha256: approval.call_sha256 }]);

    await installation.online(connected_since);
    const decision = { decision: 'approve', call_sha256: approval.call_sha256 };
    await installation.api.post(API_PATHS.approval(approval.id), decision);
    await eventually('it ran', () => (existsSync(changes()) ? true : undefined));
    await start(id);
    await reaches(id, 'WAITING_FOR_INPUT');
    expect(readFileSync(changes(), 'utf8')).toBe('changed\n');
    expect(await waiting()).toEqual([]);
  }),
  120_000,
);
