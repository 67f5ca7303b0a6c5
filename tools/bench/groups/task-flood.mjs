import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';
import { onLoadCores } from '../processes.mjs';
import { TASKS_ENV, writeAgentTypes } from '../scripted-tasks.mjs';
import { Task, updates } from './tasks.mjs';

const PER_WRITE = 125;
const PAUSE_MS = 24;
const PER_SECOND = 5_000;
/** Of the flood, as of what is measured beside it. */
const WARM_UP_S = 3;

/**
 * One agent sends 5,000 updates a second, while others carry out commands and ask on `/ws`. Whoever
 * watches it leaves in the middle, and comes back when it is over.
 */
export const taskFlood = {
  name: 'task-flood',
  goals: ['task-flood-commands', 'task-flood-sockets', 'task-flood-memory', 'task-flood-lost'],
  async *run({ world, sizes }) {
    const { few: agents, seconds } = sizes;
    const writes = Math.ceil(((seconds + WARM_UP_S + 3) * PER_SECOND) / PER_WRITE);
    const flood = [{ raw: updates(PER_WRITE) }, { sleepMs: PAUSE_MS }];
    const turn = [{ repeat: writes, steps: flood }, { reply: { stopReason: 'end_turn' } }];
    const folder = await world.fleetFolder(agents);
    const scripts = { flooder: { dialect: 'v1', on: { 'session/prompt': turn } } };
    writeAgentTypes(folder, scripts, onLoadCores);
    const server = await world.startServer(folder, { callers: true, env: TASKS_ENV });
    const load = await LoadGenerator.start(world, server);
    await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
    const measure = async () => {
      const sockets = load.callAlone('wsTrips', { seconds });
      const commands = await server.command({ inFlight: 1, agents, seconds });
      return { commands, sockets: await sockets };
    };
    await measure();
    // What was collected once is collected again soon: that must not be the flood's alone.
    const idle = await server.settled();
    const before = await measure();
    const task = await Task.begun(world, server, 'flooder');
    const begun = await task.first;
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_S * 1000));
    const during = await measure();
    const peak = (await server.sample()).memory.rss / 2 ** 20;
    await task.reader.leave();
    const missed = await storedBehind(world, server, task);
    const reader = task.reader;
    const after = await measure();
    const settled = await server.settled();
    await task.complete();
    await load.stop();
    await server.stop();
    yield ratioRow('task-flood-commands', 'commands', { before, during, after });
    yield ratioRow('task-flood-sockets', 'sockets', { before, during, after });
    yield {
      ...{ id: 'task-flood-memory', value: settled.residentMiB - idle.residentMiB },
      note: `${peak.toFixed(0)} MiB at its end, ${idle.residentMiB.toFixed(0)} before and ${settled.residentMiB.toFixed(0)} after, garbage collected`,
    };
    const sent = writes * PER_WRITE;
    const rate = sent / ((missed.overAt - begun) / 1000);
    yield {
      ...{ id: 'task-flood-lost', value: lostOf(reader.text, writes) + reader.gaps },
      note: `${sent} updates, ${rate.toFixed(0)} a second; ${missed.events} of ${reader.seq} events read on from the middle`,
    };
  },
};

/** The turn goes on without a reader; then it comes back, and reads what it missed. */
async function storedBehind(world, server, task) {
  const { seq } = task.reader;
  for (;;) {
    const { state, updated_at } = await world.task(server, task.id);
    if (state === 'REVIEW') {
      const overAt = Date.parse(updated_at) - performance.timeOrigin;
      await task.reader.come();
      return { events: task.reader.seq - seq, overAt };
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** What does not stand where it was said. */
function lostOf(text, writes) {
  const said = text.split(' ');
  let lost = 0;
  for (let write = 0; write < writes; write += 1) {
    for (let place = 0; place < PER_WRITE; place += 1) {
      if (said[write * PER_WRITE + place] !== `${write}.${place}`) lost += 1;
    }
  }
  return lost;
}

function ratioRow(id, what, { before, during, after }) {
  const idle = (before[what].p99 + after[what].p99) / 2;
  return {
    ...{ id, value: during[what].p99 / idle },
    note: `p99 ${ms(during[what].p99)}, ${ms(before[what].p99)} and ${ms(after[what].p99)} before and after`,
  };
}

const ms = (value) => `${value.toFixed(1)} ms`;
