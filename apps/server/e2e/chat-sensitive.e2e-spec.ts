import { API_PATHS, type ChatAnswer, type ChatSessionList } from '@kenny/contract';
import { aboutIt, ChatWorld } from '../test/chat-world.js';
import { EventReader } from '../test/event-reader.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';
import { bearer, WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
let world: ChatWorld;
/** Anna's token without the class `sensitive`. */
let modest: string;
beforeEach(async () => {
  world = await ChatWorld.start(newDir());
  modest = await world.token({ operator: { id: 'anna' }, classes: ['read', 'change'] });
});
afterEach(async () => {
  await world.server.stop();
  world.brain.mustBeDone();
});

const reading = () => wanting(use('fs_read', { path: '/etc/hostname', agent_id: 'pc1' }));
const WHICH = 'Which one?';
const ASKED = { questions: [{ header: 'Which', question: WHICH }] };
const ANSWERS = [{ question: WHICH, answer: 'this' }];
const answer = (body: object, token: string) =>
  world.server.http<ChatAnswer>('POST', API_PATHS.chatAnswer, body, token);
const get = (path: string, token: string) =>
  world.server.http<ChatSessionList>('GET', path, undefined, token);

describe('a conversation in which sensitive reads were made', () => {
  it('is not there for a token without that class: its list, words, events and turns', async () => {
    world.brain.will(saying('hello'));
    const { session_id } = (await world.ask({ message: 'the hostname?' })).body;
    expect((await get(API_PATHS.chatSession(session_id), modest)).status).toBe(200);
    world.brain.will(reading(), saying('it is zebra'));
    await world.ask({ session_id, message: 'read it' });
    for (const path of [API_PATHS.chatSession(session_id), API_PATHS.chatEvents(session_id)]) {
      expect((await get(path, modest)).status).toBe(404);
    }
    for (const query of ['', '?q=zebra', '?q=hostname']) {
      expect((await get(API_PATHS.chatSessions + query, modest)).body.items).toEqual([]);
      expect((await get(API_PATHS.chatSessions + query, world.anna)).body.items).toHaveLength(1);
    }
    expect((await world.ask({ session_id, message: 'and?' }, modest)).status).toBe(404);
    await world.restart();
    expect((await get(API_PATHS.chatSession(session_id), modest)).status).toBe(404);
    expect((await world.show(session_id)).id).toBe(session_id);
  });

  it('leaves those who watched it before, with nothing of what was read', async () => {
    world.brain.will(saying('hello'));
    const { session_id } = (await world.ask({ message: 'hello' })).body;
    const stream = await EventReader.open(world.server, session_id, { token: modest });
    await stream.until('turnFinished');
    const client = await WsClient.open(world.server.url, bearer(modest));
    await client.ask('chat.subscribe', { session_id });
    world.brain.will(reading(), saying('it is zebra'));
    await world.ask({ session_id, message: 'read it' });
    await stream.end();
    expect(stream.names).not.toContain('toolResult');
    // An answer comes after everything that was pushed before it.
    await client.ask('fleet.subscribe', {});
    expect(client.pushed.map(({ raw }) => raw).join()).not.toContain('toolResult');
    client.socket.close();
  });

  it('keeps what was said before a change from whoever decides without that class', async () => {
    const change = wanting(use('shell_exec', { command: 'true', agent_id: 'pc1' }));
    world.brain.will(reading(), { ...change, text: 'It is zebra.' });
    const id = (await world.ask({ message: 'read it' })).body.pending?.approval?.id ?? '';
    expect((await get(API_PATHS.approval(id), modest)).status).toBe(200);
    const refused = await get(API_PATHS.approvalSaid(id), modest);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      404,
      expect.not.stringContaining('zebra'),
    ]);
    expect(await get(API_PATHS.approvalSaid(id), world.anna)).toMatchObject({
      ...{ status: 200, body: { text: 'It is zebra.', cut: false } },
    });
  });

  it('cannot be watched on /ws, steered or answered by a token without that class', async () => {
    world.brain.will(reading(), wanting(use('ask_operator', ASKED)));
    const { session_id, pending } = (await world.ask({ message: 'read it' })).body;
    const question_id = pending?.question?.id ?? '';
    const client = await WsClient.open(world.server.url, bearer(modest));
    const reply = { session_id, question_id, answers: ANSWERS };
    const steering = { session_id, message: 'and now?', behavior: 'steer' };
    for (const [action, payload] of [
      ['chat.subscribe', { session_id }],
      ['chat.send', steering],
      ['chat.answer', reply],
    ] as const) {
      expect(await client.fail(action, payload)).toMatchObject({ code: 'NOT_FOUND' });
    }
    client.socket.close();
    expect((await answer(reply, modest)).status).toBe(404);
    expect((await world.show(session_id)).pending?.question?.id).toBe(question_id);
    world.brain.will(saying('thanks'));
    expect((await answer(reply, world.anna)).status).toBe(200);
  });

  it('gives a decision no answer with what its token must not read: it is read afterwards', async () => {
    const waiting = await world.waiting('look');
    const held = world.brain.nextRound();
    const decided = world.confirm({ ...aboutIt(waiting), approve: true }, modest);
    const round = await held;
    world.brain.will(saying('it is zebra'));
    round.want(use('fs_read', { path: '/etc/hostname', agent_id: 'pc1' }));
    const { status, body } = await decided;
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('zebra');
    expect(world.ran).toHaveLength(1);
  });
});

describe('a conversation for which a person allowed a sensitive read', () => {
  const askedFor = async () => {
    world.brain.will(reading());
    const { body } = await world.ask({ message: 'read it' }, modest);
    const { session_id, turn_id, pending } = body;
    if (!pending?.approval) throw new Error(`nothing waits: ${JSON.stringify(body)}`);
    return { session_id, turn_id, approval: pending.approval };
  };

  it("gets what was read, and stays the owner's: to others without that class it is gone", async () => {
    const boss = await world.token({
      ...{ operator: { id: 'boss' }, scope: 'admin', classes: ['read', 'change'] },
    });
    const waiting = await askedFor();
    const { session_id } = waiting;
    expect(waiting.approval).toMatchObject({ kind: 'read', door: 'chat', state: 'pending' });
    expect((await get(API_PATHS.chatSession(session_id), boss)).status).toBe(200);
    const stream = await EventReader.open(world.server, session_id, { token: boss });
    const client = await WsClient.open(world.server.url, bearer(boss));
    await client.ask('chat.subscribe', { session_id });

    world.brain.will(saying('it is zebra'));
    const { status, body } = await world.confirm({ ...aboutIt(waiting), approve: true });
    expect([status, body.done]).toEqual([200, true]);
    const results = world.brain.asked.at(-1)?.entries.at(-1)?.content;
    expect(JSON.stringify(results)).toContain('"status":"ok"');
    await stream.end();
    await client.ask('fleet.subscribe', {});
    for (const told of [stream.names.join(), client.pushed.map(({ raw }) => raw).join()]) {
      expect(told).not.toContain('toolResult');
    }
    client.socket.close();

    expect((await get(API_PATHS.chatSession(session_id), boss)).status).toBe(404);
    expect((await get(API_PATHS.chatSession(session_id), modest)).status).toBe(200);
    await world.restart();
    expect((await get(API_PATHS.chatSession(session_id), boss)).status).toBe(404);
    expect((await get(API_PATHS.chatSession(session_id), modest)).status).toBe(200);
  });

  it('is decided by who has that class alone', async () => {
    const waiting = await askedFor();
    const refused = await world.confirm({ ...aboutIt(waiting), approve: true }, modest);
    expect(refused.status).toBe(403);
    world.brain.will(saying('then not'));
    const { body } = await world.confirm({ ...aboutIt(waiting), approve: false });
    expect(body.tool_events).toMatchObject([{ status: 'denied' }]);
  });

  it('says so to whoever decides about a change afterwards', async () => {
    const waiting = await askedFor();
    world.brain.will(wanting(use('shell_exec', { command: 'true', agent_id: 'pc1' })));
    const { body } = await world.confirm({ ...aboutIt(waiting), approve: true });
    expect(body.pending?.approval?.tainted_by).toEqual(['fs_read@pc1']);
  });
});
