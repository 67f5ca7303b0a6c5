import type { AgentStep } from '@kenny/acp/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TasksWorld } from '../test/tasks-world.js';
import { tempDirs } from '../test/temp-dir.js';

/**
 * `kill -9` of an agent, or of the agentctl that owns it, at each step of its work: it is started
 * again, its task comes to its end, and no process is left of those that were before.
 */
const newDir = tempDirs();
const world = TasksWorld.forEachTest();
let folder = '';
beforeEach(() => {
  folder = newDir();
});

/** As the agent's shell names them. */
const VICTIMS = { agent: '$PPID', agentctl: '$(cut -d" " -f4 /proc/$PPID/stat)' };
type Victim = keyof typeof VICTIMS;
const BOTH = Object.keys(VICTIMS) as Victim[];

const DONE = { reply: { stopReason: 'end_turn' } } as const;
const CAPABLE = { agentCapabilities: { loadSession: true } } as const;

/** Writes down who they are. */
const noted = (): AgentStep => shell(`echo ${VICTIMS.agent} ${VICTIMS.agentctl} >> ${notes()}`);
/** Once; what follows is not reached then. */
const killed = (victim: Victim): AgentStep =>
  shell(`mkdir ${join(folder, 'killed')} && kill -9 ${VICTIMS[victim]} && exec sleep 60; true`);

function shell(script: string): AgentStep {
  return { run: ['/bin/sh', '-c', script] };
}

function notes(): string {
  return join(folder, 'notes');
}

/** The pids of each run so far. */
function runs(): Record<Victim, number>[] {
  const lines = readFileSync(notes(), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [agent = 0, agentctl_ = 0] = line.split(' ').map(Number);
    return { agent, agentctl: agentctl_ };
  });
}

/** A process that has ended and was not waited for yet is none. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Its first run is gone, and a second one has come to its end. */
async function wentOn(id: string): Promise<void> {
  const task = await world.reaches(id, 'REVIEW');
  expect(task.agent_instances.map(({ status }) => status)).toEqual(['READY', 'FAILED']);
  expect((await world.said(id)).endsWith('Done.')).toBe(true);
  const [first] = runs();
  expect(Object.values(first ?? {}).filter(isAlive)).toEqual([]);
}

const SAYS_DONE: readonly AgentStep[] = [{ text: 'Done.' }, DONE];
/** Where it is killed, and what it does around that. */
const STEPS: Record<string, (kill: AgentStep) => Record<string, readonly AgentStep[]>> = {
  'before it answers at all': (kill) => ({
    initialize: [kill, { reply: { protocolVersion: 1, ...CAPABLE } }],
    'session/prompt': SAYS_DONE,
  }),
  'before its session stands': (kill) => ({
    'session/new': [kill, { reply: { sessionId: 'first' } }],
    'session/prompt': SAYS_DONE,
  }),
  'when it has its prompt': (kill) => ({ 'session/prompt': [kill, ...SAYS_DONE] }),
  'in the middle of a sentence': (kill) => ({
    'session/prompt': [{ text: 'I look at ' }, kill, ...SAYS_DONE],
  }),
  'when all is said but the end': (kill) => ({
    'session/prompt': [{ text: 'Done.' }, kill, DONE],
  }),
};

describe.each(BOTH)('after kill -9 of the %s', (victim) => {
  it.each(Object.keys(STEPS))('a task goes on: %s', async (step) => {
    const on = STEPS[step]?.(killed(victim)) ?? {};
    world.agent('mortal', {
      ...{ dialect: 'v1', agent: CAPABLE, start: [noted()] },
      on: { 'session/load': [{ reply: {} }], ...on },
    });
    const { id } = await world.begun('mortal');
    await wentOn(id);
  });

  it('what it had asked for by itself is cancelled, and asked anew', async () => {
    const toolCall = { toolCallId: 'c1', title: 'rm -r build', kind: 'execute' };
    world.agent('asker', {
      ...{ dialect: 'v1', agent: CAPABLE, start: [noted()] },
      on: {
        'session/load': [{ reply: {} }],
        'session/prompt': [{ permission: { toolCall }, then: { '*': SAYS_DONE } }],
      },
    });
    const { id } = await world.begun('asker');
    await world.reaches(id, 'WAITING_FOR_INPUT');
    const asked = async () => (await world.permissions.list(world.anna.principal, id)).permissions;
    process.kill(runs()[0]?.[victim] ?? 0, 'SIGKILL');
    await world.until(id, ({ agent_instances }) => agent_instances.length === 2);
    await world.reaches(id, 'WAITING_FOR_INPUT');
    const outcomes = (await asked()).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['cancelled', null]);
    const open = (await asked()).find(({ outcome }) => outcome === null);
    await world.permissions.respond(world.anna, id, open?.pending_id ?? '', { cancelled: true });
    await wentOn(id);
  });

  it('a change that waits for a person waits on, and runs once', async () => {
    const change = { agent_id: 'pc1', command: 'systemctl restart cups' };
    world.agent('changer', {
      ...{ dialect: 'v1', agent: CAPABLE, start: [noted()] },
      on: {
        'session/load': [{ reply: {} }],
        'session/prompt': [
          { mcp: { tool: 'shell_exec', arguments: change } },
          { until: 'session/cancel' },
        ],
      },
    });
    const opened = world.opened();
    const { id } = await world.begun('changer');
    const approval = await opened;
    await world.reaches(id, 'WAITING_FOR_INPUT');
    process.kill(runs()[0]?.[victim] ?? 0, 'SIGKILL');
    await world.until(id, ({ agent_instances }) => agent_instances.length === 2);
    const task = await world.reaches(id, 'WAITING_FOR_INPUT');
    expect(task.waits_for).toMatchObject([{ kind: 'approval', id: approval.id }]);
    const done = world.server.reaches(approval.id, 'done');
    expect((await world.decide(approval, 'approve')).status).toBe(200);
    await done;
    expect(world.ran).toHaveLength(1);
    await world.work.stop(world.anna, id, {});
    await world.reaches(id, 'CANCELLED');
    expect(world.ran).toHaveLength(1);
  });
});
