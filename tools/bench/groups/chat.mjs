import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';

const CHATS = 50;

/**
 * The chat, with a model that streams from inside the load generator: how long the first character
 * is on its way through the server, and what many talks at once cost those who run commands. The
 * generator plays model, readers and agents, so its own part is in both figures.
 */
export const chat = {
  name: 'chat',
  goals: ['chat-first', 'chat-round-trip'],
  async *run({ world, sizes, quick }) {
    const { few: agents, seconds } = sizes;
    const generator = await LoadGenerator.launch(world);
    const { result } = await generator.ask('load', { method: 'model', params: {} });
    const server = await world.startServer(await world.fleetFolder(agents), {
      ...{ tls: true, callers: true },
      env: { ANTHROPIC_API_KEY: 'a-key-for-the-bench', ANTHROPIC_BASE_URL: result.url },
    });
    const load = await LoadGenerator.start(world, server, generator);
    await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
    const roundTrip = () => server.command({ inFlight: 1, agents, seconds });
    await roundTrip();

    await load.call('firstCharacters', { count: 3 });
    const first = await load.call('firstCharacters', { count: quick ? 10 : 40 });
    yield { id: 'chat-first', value: first.p95, note: firstNote(first) };

    const before = await roundTrip();
    await load.call('beginChats', { count: CHATS });
    const streaming = await roundTrip();
    const told = await load.call('endChats');
    const after = await roundTrip();
    yield {
      id: 'chat-round-trip',
      value: streaming.p99 / ((before.p99 + after.p99) / 2),
      note: roundTripNote(before, streaming, after, told),
    };
    await load.stop();
    await server.stop();
  },
};

const ms = (value) => `${value.toFixed(1)} ms`;

function firstNote({ p50, max }) {
  return `p50 ${ms(p50)}, longest ${ms(max)}`;
}

function roundTripNote(before, streaming, after, { characters, said, events, seconds }) {
  const idle = `${ms(before.p99)} and ${ms(after.p99)} before and after`;
  const talk = `${(said / seconds).toFixed(0)} characters a second of the model`;
  const lost = said === characters ? 'all' : `${characters} of ${said}`;
  return `p99 ${ms(streaming.p99)}, ${idle}; ${talk}, ${lost} arrived in ${events} events`;
}
