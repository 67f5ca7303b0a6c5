import { median, percentile } from '../figures.mjs';
import { Chats } from '../load/chats.mjs';
import { Model } from '../load/model.mjs';
import { IN_FLIGHT } from '../options.mjs';
import { pathOf } from '../processes.mjs';
import { StdioClient } from '../stdio-client.mjs';

const KENNY = [pathOf('../../apps/server/bundle/kenny.mjs'), 'rpc'];
const ECHO = [pathOf('bare-echo.mjs')];
const GROWING_REQUESTS = 10_000;
/** Answered by the process itself, as the echo does; a folder that is there everywhere. */
const [METHOD, PARAMS] = ['workspace/validate', { workspaceRoot: '/' }];

/** `kenny rpc`, held against a program that only echoes frames, and against the events over HTTP. */
export const rpc = {
  name: 'rpc',
  goals: [
    ...['rpc-start', 'rpc-1-p50', 'rpc-1-rate', 'rpc-64-p50', 'rpc-64-rate'],
    ...['rpc-growth', 'rpc-first', 'rpc-cancel'],
  ],
  async *run({ world, quick }) {
    const model = new Model();
    const { url } = await model.start();
    const server = await world.startServer(world.newFolder('data'), {
      env: { ANTHROPIC_API_KEY: 'a-key-for-the-bench', ANTHROPIC_BASE_URL: url },
    });
    const env = { KENNY_URL: server.url, KENNY_TOKEN: world.token };
    yield await starts(env, quick ? 3 : 9);
    yield* roundTrips(env, quick ? 500 : 5_000);
    yield await growth(env);
    yield await firstCharacter({ world, server, model, env }, quick ? 10 : 40);
    yield await cancelling(env, model, quick ? 1 : 5);
    await server.stop();
    model.close();
  },
};

async function starts(env, rounds) {
  const once = async (args) => {
    const client = new StdioClient(args, env);
    await client.ask('initialize');
    const ms = performance.now() - client.startedAt;
    await client.stop();
    return ms;
  };
  const [kenny, echo] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    echo.push(await once(ECHO));
    kenny.push(await once(KENNY));
  }
  const [ours, bare] = [median(kenny), median(echo)];
  return { id: 'rpc-start', value: ours / bare, note: `${ms(ours)} to ${ms(bare)}` };
}

async function* roundTrips(env, count) {
  const [kenny, echo] = [new StdioClient(KENNY, env), new StdioClient(ECHO, env)];
  for (const inFlight of [1, IN_FLIGHT]) {
    const trips = (client) => client.roundTrips(METHOD, PARAMS, { count, inFlight });
    for (const client of [echo, kenny]) await trips(client);
    const [bare, ours] = [await trips(echo), await trips(kenny)];
    yield {
      ...{ id: `rpc-${inFlight}-p50`, value: ours.p50 / bare.p50 },
      note: `${ms(ours.p50)} to ${ms(bare.p50)}`,
    };
    const perSecond = ({ rate }) => `${rate.toFixed(0)} a second`;
    yield {
      ...{ id: `rpc-${inFlight}-rate`, value: bare.rate / ours.rate },
      note: `${perSecond(ours)}, the echo ${perSecond(bare)}`,
    };
  }
  for (const client of [echo, kenny]) await client.stop();
}

async function growth(env) {
  const client = new StdioClient(['--expose-gc', '--import', TELLS_HEAP, ...KENNY], env, 'pipe');
  const ask = (count) => client.roundTrips(METHOD, PARAMS, { count, inFlight: IN_FLIGHT });
  await ask(GROWING_REQUESTS);
  const before = await client.heap();
  await ask(GROWING_REQUESTS);
  const after = await client.heap();
  await client.stop();
  return { id: 'rpc-growth', value: (after - before) / 2 ** 20 };
}

const TELLS_HEAP = `data:text/javascript,process.on('SIGUSR2', () => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write('heap ' + (heapUsed + external) + ';');
});`;

const ROUNDS = 3;

async function firstCharacter({ world, server, model, env }, count) {
  const target = { url: server.url, token: world.token };
  const chats = new Chats(target, model);
  const client = new StdioClient(KENNY, env);
  const { id: sessionId } = await client.ask('sessions/create');
  const overRpc = async (turns) => {
    const times = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const input = `short, over rpc ${turn}`;
      const first = client.hears('turn/event', ({ type }) => type === 'assistantDelta');
      const last = client.hears('turn/event', ({ type }) => type === 'turnFinished');
      await client.ask('turns/start', { sessionId, input });
      times.push((await first) - model.begun.get(input));
      await last;
    }
    return median(times);
  };
  await chats.firstCharacters(3);
  await overRpc(3);
  const [overSse, overStdio] = [[], []];
  // In turns: what slows the machine down for a while slows down both.
  for (let round = 0; round < ROUNDS; round += 1) {
    overSse.push((await chats.firstCharacters(count)).p50);
    overStdio.push(await overRpc(count));
  }
  const [sse, ours] = [median(overSse), median(overStdio)];
  await client.stop();
  return { id: 'rpc-first', value: ours / sse, note: `${ms(ours)} to ${ms(sse)}` };
}

const LONG_INPUT = 30_000;
const QUEUED = 18;

/** Turns that wait in one conversation are taken back while another one is summarised. */
async function cancelling(env, model, rounds) {
  const client = new StdioClient(KENNY, env);
  const times = [];
  let during = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { id: long } = await client.ask('sessions/create', { name: `long ${round}` });
    for (let turn = 0; turn < 5; turn += 1) {
      const last = client.hears('turn/event', ({ type }) => type === 'turnFinished');
      const input = `short ${turn} `.padEnd(LONG_INPUT, 'word ');
      await client.ask('turns/start', { sessionId: long, input });
      await last;
    }
    const { id: busy } = await client.ask('sessions/create', { name: `busy ${round}` });
    const start = (input) =>
      client.ask('turns/start', { sessionId: busy, input, streamingBehavior: 'followUp' });
    const turns = [await start('long, until the end')];
    for (let turn = 0; turn < QUEUED; turn += 1) turns.push(await start(`short ${turn}`));
    let over = false;
    const begun = client.hears('session/event', ({ type }) => type === 'compactionStart');
    const compacted = client.ask('sessions/compact', { sessionId: long }).then(() => (over = true));
    await begun;
    for (const { id: turnId } of turns.reverse()) {
      const asked = performance.now();
      await client.ask('turns/cancel', { turnId });
      times.push(performance.now() - asked);
      if (!over) during += 1;
    }
    await compacted;
  }
  model.end();
  await client.stop();
  const note = `${during} of ${times.length} while a summary was being made`;
  return { id: 'rpc-cancel', value: percentile(times, 99), note };
}

const ms = (value) => `${value.toFixed(2)} ms`;
