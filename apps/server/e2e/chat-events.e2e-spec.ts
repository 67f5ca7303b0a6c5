import { WS_LIMITS, type ChatAnswer, type WsEventOf } from '@kenny/contract';
import { aTelemetry } from '@kenny/testing';
import { ChatWorld } from '../test/chat-world.js';
import { EventReader, type OpenOptions } from '../test/event-reader.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';
import { bearer, WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
let world: ChatWorld;
const open: { leave(): void }[] = [];
beforeAll(async () => {
  world = await ChatWorld.start(newDir());
});
afterAll(() => world.server.stop());
afterEach(() => {
  for (const reader of open.splice(0)) reader.leave();
  world.brain.mustBeDone();
});

const talk = async (message: string, more: object = {}): Promise<ChatAnswer> => {
  world.brain.will(saying(`re: ${message}`));
  return (await world.ask({ message, ...more })).body;
};
const follow = async (id: string, options: Partial<OpenOptions> = {}): Promise<EventReader> => {
  const reader = await EventReader.open(world.server, id, { token: world.anna, ...options });
  open.push(reader);
  return reader;
};
const socket = async (token = world.anna): Promise<WsClient> => {
  const client = await WsClient.open(world.server.url, bearer(token));
  open.push({ leave: () => client.socket.terminate() });
  return client;
};
const ONE_TURN = ['turnQueued', 'turnStarted', 'assistantMessage', 'answer', 'turnFinished'];

describe('the stream of events', () => {
  it('tells what was, then what is, numbered without a gap', async () => {
    const { session_id, turn_id } = await talk('one');
    const reader = await follow(session_id);
    await reader.until('turnFinished');
    expect(reader.names).toEqual(ONE_TURN);
    expect(reader.read.map(({ event }) => event.sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(reader.read.map(({ event }) => event.turn_id)).toEqual(Array(5).fill(turn_id));
    const round = world.brain.nextRound();
    const second = world.ask({ session_id, message: 'two' });
    const { voice, say } = await round;
    voice.delta({ kind: 'assistant', text: 'by and ' });
    await reader.until('assistantDelta');
    say('by and by');
    await second;
    await reader.until('turnFinished', 2);
    expect(reader.names.slice(5)).toEqual([
      ...['turnQueued', 'turnStarted', 'assistantDelta', 'assistantMessage'],
      ...['answer', 'turnFinished'],
    ]);
  });

  it('goes on exactly where a reader was', async () => {
    const { session_id } = await talk('one');
    await talk('two', { session_id });
    const whole = await follow(session_id);
    await whole.until('turnFinished', 2);
    for (const [at, { id }] of whole.read.slice(0, -1).entries()) {
      const resumed = await follow(session_id, { headers: { 'last-event-id': id } });
      await resumed.until('turnFinished', at < 4 ? 2 : 1);
      expect(resumed.read).toEqual(whole.read.slice(at + 1));
      resumed.leave();
    }
    const second = whole.read[5]?.event.turn_id;
    const ofSecond = await follow(session_id, { query: `?after=${second}:0` });
    await ofSecond.until('turnFinished');
    expect(ofSecond.read).toEqual(whole.read.slice(5));
  });

  it('misses nothing where the turns of a queue are told between each other', async () => {
    const client = await socket();
    const round = world.brain.nextRound();
    const { session_id, turn_id } = await client.ask('chat.send', { message: 'one' });
    const { say } = await round;
    const next = await client.ask('chat.send', { session_id, message: 'two' });
    const seen = await follow(session_id);
    await seen.until('turnQueued', 2);
    const last = seen.read.at(-1);
    expect(last?.event).toMatchObject({ turn_id: next.turn_id, sequence: 1 });
    world.brain.will(saying('2'));
    say('1');
    const resumed = await follow(session_id, { headers: { 'last-event-id': last?.id ?? '' } });
    await resumed.until('turnFinished', 2);
    const places = resumed.read.map(({ event }) => [event.turn_id === turn_id, event.sequence]);
    expect(places).toEqual([
      ...[3, 4, 5].map((sequence) => [true, sequence]),
      ...[2, 3, 4, 5].map((sequence) => [false, sequence]),
    ]);
  });

  it('is refused for a place that it does not have', async () => {
    const { session_id, turn_id } = await talk('one');
    const other = await talk('other');
    const attempts: Partial<OpenOptions>[] = [
      { headers: { 'last-event-id': 'yesterday' } },
      { query: '?after=yesterday' },
      { query: `?after=${turn_id}:99` },
      { query: `?after=${other.turn_id}:1` },
    ];
    const readers = await Promise.all(attempts.map((options) => follow(session_id, options)));
    expect(readers.map(({ status }) => status)).toEqual([400, 400, 404, 404]);
    expect(readers[0]?.text).toContain('"code":"validation"');
  });

  it('ends with the token that it was opened with', async () => {
    const { session_id } = await talk('one');
    const token = await world.token({ operator: { id: 'anna' }, name: 'to be revoked' });
    const reader = await follow(session_id, { token });
    const other = await follow(session_id);
    await reader.until('turnFinished');
    const { body } = await world.server.http('GET', '/api/tokens');
    const items = body['items'] as { id: string; name: string }[];
    const id = items.find(({ name }) => name === 'to be revoked')?.id;
    await world.server.http('DELETE', `/api/tokens/${String(id)}`);
    await reader.end();
    await talk('two', { session_id });
    await other.until('turnFinished', 2);
  });

  it('ends with the browser session that it was opened with', async () => {
    const { session_id } = await talk('one');
    const login = await world.server.http('POST', '/api/login', { token: world.anna }, null);
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const reader = await follow(session_id, { token: null, headers: { cookie } });
    await reader.until('turnFinished');
    const { origin } = new URL(world.server.url);
    await fetch(`${world.server.url}/api/logout`, { method: 'POST', headers: { cookie, origin } });
    await reader.end();
  });

  it('tells the end of what was at work when the conversation is deleted, and ends', async () => {
    const { session_id } = await world.waiting('deleted');
    const reader = await follow(session_id);
    await reader.until('toolPending');
    await world.server.http('DELETE', `/api/chat/sessions/${session_id}`, undefined, world.anna);
    await reader.end();
    expect(reader.names.slice(-3)).toEqual(['turnCancelRequested', 'toolResult', 'turnFinished']);
  });
});

describe('/ws', () => {
  it('sends, and tells what comes of it from any place on', async () => {
    const client = await socket();
    world.brain.will(wanting(use('fs_list', { path: '/', agent_id: 'pc1' })), saying('done'));
    const { session_id, turn_id } = await client.ask('chat.send', { message: 'look' });
    const place = { session_id, after: `${turn_id}:0` };
    const { items, seq } = await client.ask('chat.subscribe', place);
    const told = () => [...items, ...client.events('chat.event').map(({ event }) => event)];
    await client.until(() => told().at(-1)?.type === 'turnFinished');
    expect(told().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(told().map(({ type }) => type)).toContain('toolResult');
    const pushed = client.events('chat.event').map((push) => push.seq);
    expect(pushed).toEqual(pushed.map((_, at) => seq + at + 1));
    const again = await client.ask('chat.subscribe', { session_id });
    expect(again).toMatchObject({ items: [], last_event: `${turn_id}:8` });
  });

  it('queues what comes while a turn is at work, or steers it, and cancels', async () => {
    const client = await socket();
    const round = world.brain.nextRound();
    const { session_id, turn_id } = await client.ask('chat.send', { message: 'one' });
    const { say } = await round;
    const more = (message: string, behavior: string) =>
      client.ask('chat.send', { session_id, message, behavior });
    const second = await more('two', 'followUp');
    const third = await more('three', 'newTurn');
    expect((await more('no: one and a half', 'steer')).turn_id).toBe(turn_id);
    expect(new Set([turn_id, second.turn_id, third.turn_id]).size).toBe(3);
    const cancelled = await client.ask('chat.cancel', { session_id, turn_id: second.turn_id });
    expect(cancelled).toMatchObject({ id: session_id, state: 'running', turns: 3 });
    world.brain.will(saying('1½'), saying('3'));
    say('1');
    const reader = await follow(session_id);
    await reader.until('turnFinished', 3);
    const { history } = await world.show(session_id);
    expect(history.map(({ message, status }) => [message, status])).toEqual([
      ['three', 'completed'],
      ['two', 'canceled'],
      ['one', 'completed'],
    ]);
    expect(history[2]?.assistant_text).toBe('1\n\n1½');
    expect(history[2]?.parts).toEqual([
      { kind: 'said', value: 'no: one and a half' },
      { kind: 'text', value: '1' },
      { kind: 'text', value: '1½' },
    ]);
  });

  it('is not steered with a token that may do less than the turn; such a one asks by itself', async () => {
    const rights = { operator: { id: 'anna' }, classes: ['read'] };
    const modest = await WsClient.open(world.server.url, bearer(await world.token(rights)));
    const client = await socket();
    const round = world.brain.nextRound();
    const { session_id, turn_id } = await client.ask('chat.send', { message: 'one' });
    const { say } = await round;
    const steering = { session_id, message: 'read the diary', behavior: 'steer' };
    expect(await modest.fail('chat.send', steering)).toMatchObject({ code: 'FORBIDDEN' });
    const own = await modest.ask('chat.send', { ...steering, behavior: 'followUp' });
    expect(own.turn_id).not.toBe(turn_id);
    world.brain.will(saying('2'));
    say('1');
    const reader = await follow(session_id);
    await reader.until('turnFinished', 2);
    expect(world.brain.asked.at(-1)?.turn.id).toBe(own.turn_id);
    modest.socket.close();
  });

  it('has a section explained, and answers before the model does', async () => {
    const stored = world.server.nextEvent('health.changed');
    const agent = await world.server.connected('pc2');
    agent.send(aTelemetry('pc2').with('memory', { percent_used: 99 }).frame());
    await stored;
    const client = await socket();
    const round = world.brain.nextRound();
    const about = { agent_id: 'pc2', section: 'memory' };
    const { session_id } = await client.ask('chat.explain', about);
    (await round).say('It is full.');
    const reader = await follow(session_id);
    await reader.until('turnFinished');
    const { agent_id, history } = await world.show(session_id);
    expect([agent_id, history[0]?.message]).toEqual([
      'pc2',
      expect.stringMatching(/^Why is “Memory” on .+ a problem/),
    ]);
    const nothing = client.ask('chat.explain', { ...about, section: 'battery' });
    await expect(nothing).rejects.toThrow('battery');
  });

  it('pushes to those who watch, until they do not want it any more', async () => {
    const [watcher, both] = [await socket(), await socket()];
    const a = (await talk('a')).session_id;
    const b = (await talk('b')).session_id;
    for (const session_id of [a, b]) await both.ask('chat.subscribe', { session_id });
    await watcher.ask('chat.subscribe', { session_id: a });
    await both.ask('unsubscribe', { topic: 'chat', session_id: b });
    await talk('a2', { session_id: a });
    await talk('b2', { session_id: b });
    const finished = (pushes: WsEventOf<'chat.event'>[]) =>
      pushes
        .filter(({ event }) => event.type === 'turnFinished')
        .map((one) => one.event.session_id);
    for (const client of [watcher, both]) {
      await client.until(() => finished(client.events('chat.event')).length > 0);
      expect(finished(client.events('chat.event'))).toEqual([a]);
    }
    await watcher.ask('unsubscribe', { topic: 'chat' });
    await talk('a3', { session_id: a });
    await both.until(() => finished(both.events('chat.event')).length === 2);
    await watcher.ask('unsubscribe', { topic: 'chat' });
    expect(finished(watcher.events('chat.event'))).toHaveLength(1);
  });

  it('shows nobody the conversation of somebody else, and viewers none', async () => {
    const { session_id } = await talk('mine');
    const bo = await socket(await world.token({ operator: { id: 'bo' } }));
    const viewer = await socket(
      await world.token({ operator: { id: 'vera' }, scope: 'viewer', decide: false }),
    );
    for (const [action, payload] of [
      ['chat.subscribe', { session_id }],
      ['chat.send', { session_id, message: 'x' }],
      ['chat.cancel', { session_id }],
    ] as const) {
      expect(await bo.fail(action, payload)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await viewer.fail(action, payload)).toMatchObject({ code: 'FORBIDDEN' });
    }
    const admin = await socket(world.server.admin);
    expect(await admin.ask('chat.subscribe', { session_id })).toMatchObject({ items: [] });
    expect(await admin.fail('chat.send', { session_id, message: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('lets a socket watch so many conversations and no more', async () => {
    const client = await socket();
    const ids: string[] = [];
    for (let at = 0; at <= WS_LIMITS.chats; at += 1) ids.push((await talk(`${at}`)).session_id);
    for (const session_id of ids.slice(1)) await client.ask('chat.subscribe', { session_id });
    await client.ask('chat.subscribe', { session_id: ids[1] });
    const refusal = await client.fail('chat.subscribe', { session_id: ids[0] });
    expect(refusal.details.code).toBe('rate_limited');
  });
});
