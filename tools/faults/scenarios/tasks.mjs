import { API_PATHS } from '@kenny/contract/client';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { residentMiB } from '../../bench/processes.mjs';
import { TASKS_ENV, writeAgentTypes } from '../../bench/scripted-tasks.mjs';
import { eventually } from '../processes.mjs';
import { atMost, must, none, shown } from '../rows.mjs';

const TASKS = 200;
const QUICK_TASKS = 40;
const SLOTS = 3;
/** Of ten tasks one has an agent that is killed at its work; each second of them never gets on. */
const EVERY = 10;
const PATIENCE_MS = 900_000;
/** Memory is looked at after each of them. */
const QUARTERS = 4;
/** With garbage that Node has not collected yet; what a task leaves is a row of the bench. */
const GROWN_MIB = 192;

const DONE = { reply: { stopReason: 'end_turn' } };
const ENDS = ['REVIEW', 'FAILED'];

/** 200 tasks over three slots; the agents of a tenth of them are killed at their work. */
export async function* perform({ engine, engines, quick }) {
  const world = await engines.world(engine);
  const count = quick ? QUICK_TASKS : TASKS;
  try {
    const marks = world.makeFolder('marks');
    world.makeFolder('data');
    writeAgentTypes(world.dataDir, scripts(marks));
    const server = await world.startServer({
      env: { ...TASKS_ENV, KENNY_TASKS_MAX_CONCURRENT: String(SLOTS), KENNY_TASKS_RETRY_SECS: '1' },
    });
    const { admin } = world;
    const memory = [residentMiB(server.pid)];
    const wanted = new Map();
    const seen = { atWork: 0 };
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      const until = (count * (quarter + 1)) / QUARTERS;
      const begun = await beginUntil(admin, wanted, until);
      seen.atWork = Math.max(seen.atWork, await untilAllEnd(admin, begun));
      await nobodyWorks(server.pid, wanted);
      memory.push(residentMiB(server.pid));
    }
    const states = await statesOf(admin, wanted);
    const untrue = [...wanted].filter(([id, type]) => states.get(id) !== END_OF[type]);
    yield shown('tasks, slots', `${count}, ${SLOTS}`);
    yield shown('ends', tally([...states.values()]));
    yield none(
      'tasks that are lost',
      [...wanted.keys()].filter((id) => !states.has(id)),
    );
    yield none(
      'tasks that ended otherwise than their agents',
      untrue.map(([, type]) => type),
    );
    yield none('agents that were not killed as they should', unkilled(marks, wanted));
    yield atMost('turns at work at the same time', seen.atWork, SLOTS);
    yield none('turns that ran a second time without a crash', await repeated(admin, wanted));
    yield none('processes that are left', left(server.pid, wanted));
    const looks = memory.map((size) => size.toFixed(0)).join(', ');
    yield shown('memory of the server, before and after each quarter', `${looks} MiB`);
    yield atMost('what all of them added', memory.at(-1) - memory[0], GROWN_MIB, 'MiB');
    const { ok, findings } = await admin.verify();
    yield must('`audit verify`', ok ? 'intact' : JSON.stringify(findings), 'intact', ok);
  } finally {
    await world.close();
  }
}

const END_OF = { worker: 'COMPLETED', mortal: 'COMPLETED', doomed: 'FAILED' };

function typeOf(number) {
  if (number % EVERY !== 0) return 'worker';
  return number % (2 * EVERY) === 0 ? 'mortal' : 'doomed';
}

/** `mortal` is killed once in each task, `doomed` each time. */
function scripts(marks) {
  const turn = (...steps) => ({ dialect: 'v1', on: { 'session/prompt': steps } });
  const file = (type) => `${join(marks, type)}-$KANDEV_TASK_ID`;
  const die = (type) => `touch ${file(type)}-$PPID; kill -9 $PPID`;
  const dieOnce = `ls ${file('mortal')}-* >/dev/null 2>&1 || { ${die('mortal')}; }`;
  const shell = (line) => ({ run: ['/bin/sh', '-c', line] });
  return {
    worker: turn({ text: 'Working.' }, DONE),
    mortal: turn({ text: 'Working.' }, shell(dieOnce), DONE),
    doomed: turn({ text: 'Working.' }, shell(die('doomed')), DONE),
  };
}

/** Tasks are made and started until there are so many. @returns the new ones */
async function beginUntil(admin, wanted, count) {
  const begun = [];
  for (let number = wanted.size; number < count; number += 1) {
    const agent_type = typeOf(number);
    const body = { title: `Task ${number}`, agent_type };
    const { id } = await admin.must('POST', API_PATHS.tasks, body);
    wanted.set(id, agent_type);
    begun.push(id);
    await admin.must('POST', API_PATHS.taskStart(id), {});
  }
  return begun;
}

/** Whoever is ready for review is completed, as a person would. @returns how many were at work at once */
async function untilAllEnd(admin, ids) {
  const open = new Set(ids);
  let atWork = 0;
  await eventually(
    'all tasks have an end',
    async () => {
      const { tasks } = await admin.must('GET', `${API_PATHS.tasks}?limit=500`);
      atWork = Math.max(atWork, tasks.filter(({ state }) => state === 'IN_PROGRESS').length);
      for (const { id, state } of tasks) {
        if (!open.has(id) || !ENDS.includes(state)) continue;
        if (state === 'REVIEW') await admin.must('POST', API_PATHS.taskComplete(id), {});
        open.delete(id);
      }
      return open.size === 0;
    },
    PATIENCE_MS,
    200,
  );
  return atWork;
}

async function statesOf(admin, wanted) {
  const { tasks } = await admin.must('GET', `${API_PATHS.tasks}?limit=500`);
  return new Map(tasks.filter(({ id }) => wanted.has(id)).map(({ id, state }) => [id, state]));
}

/** More turns than its agent's deaths ask for: one for who lives, two for who dies once. */
async function repeated(admin, wanted) {
  const most = { worker: 1, mortal: 2, doomed: 3 };
  const found = [];
  for (const [id, type] of wanted) {
    const { agent_instances } = await admin.must('GET', API_PATHS.task(id));
    if (agent_instances.length !== most[type]) found.push(`${type}: ${agent_instances.length}`);
  }
  return found;
}

function unkilled(marks, wanted) {
  const deaths = (type) => readdirSync(marks).filter((name) => name.startsWith(`${type}-`)).length;
  const tasks = (type) => [...wanted.values()].filter((one) => one === type).length;
  const pairs = [
    ['mortal', tasks('mortal')],
    ['doomed', 3 * tasks('doomed')],
  ];
  return pairs.flatMap(([type, due]) =>
    deaths(type) === due ? [] : [`${type}: ${deaths(type)} of ${due}`],
  );
}

function tally(states) {
  const counts = new Map();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, times]) => `${times} ${state}`).join(', ');
}

const nobodyWorks = (pid, wanted) =>
  eventually('agents have ended', () => left(pid, wanted).length === 0, 30_000).catch(
    // The table says who is left.
    () => undefined,
  );

/** Whatever runs below the server or for one of its tasks. */
function left(pid, wanted) {
  const marks = new Set([...wanted.keys()].map((id) => `KANDEV_TASK_ID=${id}`));
  const isOne = (name) => {
    try {
      const words = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      return status.includes(`\nPPid:\t${pid}\n`) || words.some((word) => marks.has(word));
    } catch {
      // It has ended meanwhile, or is somebody else's.
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOne(name));
}
