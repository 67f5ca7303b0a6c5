import { API_PATHS } from '@kenny/contract/client';
import { BareAgent } from '../bare-agent.mjs';
import { median } from '../figures.mjs';
import { onLoadCores } from '../processes.mjs';
import {
  descendantsOf,
  ownMiB,
  TaskReader,
  TASKS_ENV,
  writeAgentTypes,
} from '../scripted-tasks.mjs';

const DONE = { reply: { stopReason: 'end_turn' } };
const UPDATES_A_WRITE = 100;
const AT_ONCE = 3;

const prompted = (...steps) => ({ dialect: 'v1', on: { 'session/prompt': steps } });
const line = (text) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', method: 'session/update' },
    params: {
      sessionId: '{{sessionId}}',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    },
  });
/** Updates of one write; each says which it is. */
export const updates = (count) =>
  Array.from({ length: count }, (_, place) => line(`{{i}}.${place} `)).join('\n');

const SCRIPTS = {
  brief: prompted({ text: 'Hello.' }, DONE),
  busy: prompted({ text: 'Hello.' }, { hang: true }),
};
const talker = (times) =>
  prompted({ repeat: times, steps: [{ raw: updates(UPDATES_A_WRITE) }] }, DONE);

/** Tasks, each row held against the same scripted agent on a bare pipe in the same run. */
export const tasks = {
  name: 'tasks',
  goals: ['task-start', 'task-prompt', 'task-rate', 'task-idle', 'task-working', 'task-over'],
  async *run({ world, quick }) {
    const writes = quick ? 100 : 500;
    const scripts = { ...SCRIPTS, talker: talker(writes) };
    const folder = world.newFolder('data');
    const commands = writeAgentTypes(folder, scripts, onLoadCores);
    const server = await world.startServer(folder, { env: TASKS_ENV });
    const here = { world, server, commands };
    await ofTask(here, 'brief', (task) => task.complete());
    yield await starts(here, quick ? 2 : 7);
    yield await prompts(here, quick ? 5 : 30);
    yield await rate(here, writes * UPDATES_A_WRITE);
    yield await memory(here, 'task-idle', 'brief', (task) => task.over);
    yield await memory(here, 'task-working', 'busy', (task) => task.first);
    yield await leftOver(here, quick ? 20 : 60);
    await server.stop();
  },
};

async function starts({ world, server, commands }, rounds) {
  const [kenny, bare] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const agent = new BareAgent(commands.brief);
    const first = agent.nextUpdate();
    await agent.open();
    await agent.prompt('Hello');
    bare.push((await first) - agent.startedAt);
    await agent.stop();
    await ofTask({ world, server }, 'brief', async (task) => {
      kenny.push((await task.first) - task.startedAt);
      await task.complete();
    });
  }
  return { id: 'task-start', value: median(kenny), bare: median(bare) };
}

async function prompts({ world, server, commands }, rounds) {
  const [kenny, bare] = [[], []];
  const agent = new BareAgent(commands.brief);
  await agent.open();
  await ofTask({ world, server }, 'brief', async (task) => {
    for (let round = 0; round < rounds; round += 1) {
      await task.over;
      const first = agent.nextUpdate();
      const asked = performance.now();
      await agent.prompt('Hello');
      bare.push((await first) - asked);
      task.expect();
      const before = performance.now();
      await task.prompt();
      kenny.push((await task.first) - before);
    }
    await task.over;
    await task.complete();
  });
  await agent.stop();
  return { id: 'task-prompt', value: median(kenny), bare: median(bare) };
}

async function rate({ world, server, commands }, count) {
  const agent = new BareAgent(commands.talker);
  await agent.open();
  const first = agent.nextUpdate();
  await agent.prompt('Talk');
  const bare = perSecond(agent.updates, (performance.now() - (await first)) / 1000);
  await agent.stop();
  let value = 0;
  let heard = 0;
  await ofTask({ world, server }, 'talker', async (task) => {
    value = perSecond(count, ((await task.over) - (await task.first)) / 1000);
    heard = task.reader.text.split(' ').length - 1;
    await task.complete();
  });
  const note = `${heard} of ${count} were with who watches, merged by the moment`;
  return { id: 'task-rate', value, bare, note };
}

const perSecond = (count, seconds) => count / seconds;

/** What each of some tasks adds: to the server, and as processes of its own. */
async function memory({ world, server, commands }, id, type, until) {
  const agent = new BareAgent(commands[type]);
  await agent.open();
  const first = agent.nextUpdate();
  const over = agent.prompt('Hello');
  await (type === 'busy' ? first : over);
  const bare = ownMiB(agent.pid);
  await agent.stop();
  await server.settled();
  const before = ownMiB(server.pid);
  const running = [];
  for (let count = 0; count < AT_ONCE; count += 1) {
    const task = await Task.begun(world, server, type);
    await until(task);
    running.push(task);
  }
  await server.settled();
  const grown = ownMiB(server.pid) - before;
  const below = descendantsOf(server.pid).map(ownMiB);
  for (const task of running) await task.complete();
  const processes = below.reduce((all, one) => all + one, 0);
  const each = (mib) => (mib / AT_ONCE).toFixed(1);
  return {
    ...{ id, value: (grown + processes) / AT_ONCE, bare },
    note: `${each(grown)} MiB in the server, ${each(processes)} in ${below.length / AT_ONCE} processes of its own`,
  };
}

/** What finished tasks leave in the server's heap, each of them. */
async function leftOver(here, count) {
  const finished = async () => {
    for (let done = 0; done < count; done += 1) {
      await ofTask(here, 'brief', async (task) => {
        await task.over;
        await task.complete();
      });
    }
    const { heapUsed, external } = (await here.server.settled()).memory;
    return (heapUsed + external) / 2 ** 10;
  };
  const before = await finished();
  const after = await finished();
  return {
    ...{ id: 'task-over', value: (after - before) / count },
    note: `${before.toFixed(0)} KiB after ${count} tasks, ${after.toFixed(0)} after ${2 * count}`,
  };
}

async function ofTask({ world, server }, type, use) {
  await use(await Task.begun(world, server, type));
}

/** A task that is watched from its beginning. */
export class Task {
  constructor(world, server, id) {
    Object.assign(this, { world, server, id });
    this.reader = new TaskReader({ url: server.url, token: world.token }, id);
    this.expect();
  }

  static async begun(world, server, agent_type) {
    const { id } = await world.post(server, API_PATHS.tasks, { title: 'Bench', agent_type });
    const task = new Task(world, server, id);
    await task.reader.come();
    task.startedAt = performance.now();
    await world.post(server, API_PATHS.taskStart(id), {});
    return task;
  }

  /** Of the turn that begins now. */
  expect() {
    this.first = this.reader.next('update');
    this.over = this.reader.next('state', ({ state }) => state === 'REVIEW');
  }

  prompt() {
    return this.world.post(this.server, API_PATHS.taskPrompt(this.id), { prompt: 'Go on.' });
  }

  async complete() {
    const ended = this.reader.next('agent', ({ status }) => ENDED.includes(status));
    await this.world.post(this.server, API_PATHS.taskComplete(this.id), {});
    await ended;
    await this.reader.leave();
  }
}

const ENDED = ['COMPLETED', 'FAILED', 'STOPPED'];
