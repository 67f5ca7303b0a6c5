import { scriptedAgent, type AgentScript, type AgentStep } from '@kenny/acp/testing';
import {
  API_PATHS,
  SERVER_FILES,
  type TaskDetail,
  type TaskState,
  type TaskView,
} from '@kenny/contract';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import type { Installation } from './installation.js';
import { WORKSPACE, type World } from './world.js';

/** One slot, so that what waits behind the task at work stays in the queue. */
export const ONE_AT_A_TIME = { KENNY_TASKS_MAX_CONCURRENT: '1' } as const;

const DONE = { reply: { stopReason: 'end_turn' } } as const;
const SCRIPTS = join(WORKSPACE, 'libs/acp/src/testing');

const call = (toolCallId: string, title: string, kind: string, status: string): AgentStep => ({
  update: { ...{ sessionUpdate: 'tool_call', toolCallId, title }, ...{ kind, status } },
});
const plan = (...steps: readonly (readonly [content: string, status: string])[]): AgentStep => ({
  update: {
    sessionUpdate: 'plan',
    entries: steps.map(([content, status]) => ({ content, status, priority: 'medium' })),
  },
});

/** Looks around, plans, asks for a change at a PC and for a tool of its own, and waits. */
function atWork(agent_id: string): AgentScript {
  return script([
    { thought: 'A slow PC is often a full disk. I look at the disk before anything else.' },
    { text: 'I will look at the disk of this PC first.' },
    plan(['See what fills the disk', 'in_progress'], ['Clear the name cache', 'pending']),
    call('c1', 'Disk usage', 'read', 'in_progress'),
    { mcp: { tool: 'fs_disk_usage', arguments: { agent_id } } },
    {
      update: {
        ...{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' },
        rawOutput: '{{answer}}',
      },
    },
    plan(
      ['See what fills the disk', 'completed'],
      ['Clear the name cache', 'in_progress'],
      ['Check that pages open quickly again', 'pending'],
    ),
    {
      text: 'The disk has **15 GB** left, which is enough.\n\nNames are looked up slowly, so I ask to clear the DNS cache.',
    },
    call('c2', 'Clear the DNS cache', 'execute', 'in_progress'),
    { mcp: { tool: 'net_dns_flush', arguments: { agent_id, reason: 'names resolve slowly' } } },
    { update: { ...{ sessionUpdate: 'usage_update', used: 18_400, size: 200_000 } } },
    {
      permission: {
        toolCall: {
          ...{ toolCallId: 'c3', title: 'grep -c timeout notes.txt', kind: 'execute' },
          rawInput: { command: 'grep -c timeout notes.txt' },
        },
      },
      then: { '*': [DONE] },
    },
  ]);
}

function script(turn: readonly AgentStep[]): AgentScript {
  return {
    ...{ dialect: 'v1', agent: { agentCapabilities: { mcpCapabilities: { http: true } } } },
    on: { 'session/prompt': turn },
  };
}

/** Changes a file of its workspace, and says so. */
const EDITS = script([
  call('e1', 'Edit backup.sh', 'edit', 'in_progress'),
  { run: ['/bin/sh', '-c', 'sed -i s/daily/weekly/ backup.sh; echo >> backup.sh; echo ok'] },
  {
    update: {
      ...{ sessionUpdate: 'tool_call_update', toolCallId: 'e1', status: 'completed' },
      content: [
        { type: 'diff', path: 'backup.sh', oldText: 'run daily\n', newText: 'run weekly\n' },
      ],
    },
  },
  { text: 'The backup runs **weekly** now. Please look at the change of `backup.sh`.' },
  DONE,
]);
const TELLS = script([{ text: 'The printer works again.' }, DONE]);
const FAILS = script([{ replyError: { code: -32603, message: 'the model does not answer' } }]);

/** Their ids, by what they are at. */
export interface SeededTasks extends Readonly<Record<string, string>> {
  /** At work, with a change and a permission that wait for a person. */
  readonly atWork: string;
  /** Ended a turn, with files changed. */
  readonly inReview: string;
  readonly queued: string;
}

/** Before the server starts: which agents there are. */
export function agentsOf(world: World, { dataDir }: Installation, agentId: string): void {
  const type = (id: string, name: string, description: string, one: AgentScript) => ({
    ...{ id, name, description, command: scriptedAgent(one), permissions: 'ask' },
    mounts: [`${SCRIPTS}:${SCRIPTS}:ro`],
  });
  const types = [
    type('helper', 'Helper', 'Finds out what is wrong with a PC.', atWork(agentId)),
    {
      ...type('scripter', 'Scripter', 'Looks after the club’s scripts.', EDITS),
      workspace: repository(world),
    },
    type('printers', 'Printers', 'Looks after printers.', TELLS),
    type('broken', 'Trainee', 'Does not get far yet.', FAILS),
  ];
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), JSON.stringify({ types }), { mode: 0o600 });
}

function repository(world: World): string {
  const folder = world.makeFolder('club-scripts');
  writeFileSync(join(folder, 'backup.sh'), '#!/bin/sh\nrun daily\n');
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.org'];
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: folder });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${String(stderr)}`);
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'scripts of the club');
  return folder;
}

/** One task in each state that a page has something to show of. */
export async function seededTasks({ api }: Installation, agentId: string): Promise<SeededTasks> {
  const made = async (title: string, agent_type: string, more: object = {}) => {
    const body = { title, agent_type, agents: [agentId], ...more };
    const { status, body: task, text } = await api.post<TaskView>(API_PATHS.tasks, body);
    if (status !== 201) throw new Error(`making a task answered ${status}: ${text}`);
    return task.id;
  };
  const post = async (path: string) => {
    const { status, text } = await api.post(path, {});
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  };
  const reaches = (id: string, state: TaskState, waits = 0) =>
    eventually(
      `task ${id} is ${state}`,
      async () => {
        const { body } = await api.get<TaskDetail>(API_PATHS.task(id));
        if (body.state === 'FAILED' && state !== 'FAILED')
          throw new Error(`the task failed: ${JSON.stringify(body.error)}`);
        return body.state === state && body.waits_for.length >= waits ? body : undefined;
      },
      60_000,
    );
  const begun = async (id: string, state: TaskState, waits?: number) => {
    await post(API_PATHS.taskStart(id));
    await reaches(id, state, waits);
    return id;
  };
  const completed = await begun(await made('Make the printer print again', 'printers'), 'REVIEW');
  await post(API_PATHS.taskComplete(completed));
  await begun(await made('Tidy the shared folder', 'broken'), 'FAILED');
  const inReview = await begun(await made('Run the backup once a week', 'scripter'), 'REVIEW');
  await made('Tell me which PCs are older than five years', 'helper');
  const working = await made('Find out why the front desk PC is slow', 'helper');
  await begun(working, 'WAITING_FOR_INPUT', 2);
  const queued = await begun(await made('Update the club’s handbook', 'printers'), 'QUEUED');
  const second = { priority: 5, description: 'The one in the kitchen, too.' };
  await begun(await made('See whether all PCs are backed up', 'printers', second), 'QUEUED');
  return { atWork: working, inReview, queued };
}
