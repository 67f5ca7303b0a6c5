import type { ChatSessionList, CreatedToken } from '@kenny/contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrincipalResolver } from '../src/auth/index.js';
import { ChatReader, ChatService } from '../src/chat/index.js';
import { ChatErasure } from '../src/chat/store/chat-erasure.js';
import { ChatStore } from '../src/chat/store/chat-store.js';
import { EventBus, type CallContext } from '../src/kernel/index.js';
import { ChatWorld } from '../test/chat-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying } from '../test/told-brain.js';

const newDir = tempDirs();
let dataDir: string;
let world: ChatWorld;
let ctx: CallContext;
let chat: ChatService;
beforeAll(async () => {
  dataDir = newDir();
  world = await ChatWorld.start(dataDir);
  chat = world.server.get(ChatService);
  ctx = await contextOf({ operator: { id: 'anna' } });
});
afterAll(() => world.server.stop());
afterEach(() => world.brain.mustBeDone());

/** As a door has it. */
async function contextOf(rights: object): Promise<CallContext> {
  const body = { name: 'test', scope: 'operator', decide: true, ...rights };
  const made = await world.server.http<CreatedToken>('POST', '/api/tokens', body);
  const principal = await world.server.get(PrincipalResolver).ofToken(made.body.id);
  if (!principal) throw new Error('the token is not known');
  return { principal, door: 'stdio', request_id: 'r1' };
}
const listed = async () => {
  const path = '/api/chat/sessions?limit=50';
  const { body } = await world.server.http<ChatSessionList>('GET', path, undefined, world.anna);
  return body.items.map(({ id }) => id);
};

describe('an empty conversation', () => {
  it('is in no list until it has a name or a message, which then names it', async () => {
    const named = await chat.create(ctx, { name: '  printers ', agent_id: 'pc1' });
    const { id } = await chat.create(ctx, {});
    expect(named).toMatchObject({ name: 'printers', agent_id: 'pc1', owner_id: 'anna' });
    expect(await listed()).toEqual([named.id]);
    world.brain.will(saying('ok'));
    await world.ask({ session_id: id, message: 'why is it slow?\nreally' });
    expect(await world.show(id)).toMatchObject({ name: 'why is it slow?', turns: 1 });
    expect(await listed()).toEqual([id, named.id]);
  });

  it('knows no PC that its operator does not', async () => {
    await expect(chat.create(ctx, { agent_id: 'nowhere' })).rejects.toMatchObject({
      code: 'unknown_agent',
    });
  });

  it('takes no message that can only steer', async () => {
    const { id: session_id } = await chat.create(ctx, { name: 'idle' });
    const said = { session_id, message: 'left', behavior: 'steer', strict_steer: true } as const;
    await expect(chat.say(ctx, said)).rejects.toMatchObject({ code: 'conflict' });
    expect(await world.show(session_id)).toMatchObject({ turns: 0, history: [] });
  });
});

describe('pictures of a message', () => {
  const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64').toString('base64');
  const images = [{ mime_type: 'image/gif', data: GIF, name: 'hall.gif' }];

  it('reach the brain whole and are named to people', async () => {
    const { id: session_id } = await chat.create(ctx, {});
    world.brain.will(saying('a hall'));
    const { turn_id } = await chat.say(ctx, { session_id, message: '', images });
    await world.settled(session_id);
    const work = world.brain.asked.at(-1);
    const told = [
      ...((await work?.pictures(work.turn.input.images?.map(({ id }) => id) ?? [])) ?? []),
    ];
    expect(told).toEqual([[expect.any(String), GIF]]);
    const shown = await world.show(session_id);
    const [turn] = shown.history;
    expect(turn).toMatchObject({ id: turn_id, message: '', pictures: [{ name: 'hall.gif' }] });
    expect(JSON.stringify(shown)).not.toContain(GIF);
    const events = await world.server.get(ChatReader).eventsOf([turn_id]);
    expect(JSON.stringify(events)).not.toContain(GIF);
  });

  it('go with the conversation when it is deleted', async () => {
    const { id: session_id } = await chat.create(ctx, {});
    world.brain.will(saying('ok'));
    await chat.say(ctx, { session_id, message: 'look', images });
    await world.settled(session_id);
    const ids = world.brain.asked.at(-1)?.turn.input.images?.map(({ id }) => id) ?? [];
    await chat.remove(ctx, session_id);
    await world.server.get(ChatErasure).idle();
    expect((await world.server.get(ChatStore).pictures(session_id, ids)).size).toBe(0);
  });

  it('that are none are refused, and no conversation begins', async () => {
    const before = await listed();
    const bad = [{ mime_type: 'image/png', data: GIF }];
    const said = { message: 'look', images: bad };
    await expect(chat.say(ctx, said)).rejects.toMatchObject({ code: 'bad_args' });
    expect(await listed()).toEqual(before);
  });
});

describe('a copy of a conversation', () => {
  const reader = () => world.server.get(ChatReader);
  const roles = async (id: string) =>
    (await reader().history(id)).entries.map(({ content }) => content.role);
  const GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  const images = [{ mime_type: 'image/gif', data: GIF, name: 'x' }];

  it('hands a message that called a prompt back as it was typed', async () => {
    mkdirSync(join(dataDir, 'prompts'));
    writeFileSync(join(dataDir, 'prompts', 'plan.md'), 'Plan: $ARGUMENTS');
    const { id } = await chat.create(ctx, {});
    world.brain.will(saying('ok'));
    await chat.say(ctx, { session_id: id, message: '/plan the printer' });
    await world.settled(id);
    const [said] = (await reader().history(id)).entries;
    expect(said?.content).toMatchObject({ role: 'user', text: 'Plan: the printer' });
    const { input } = await chat.fork(ctx, id, said?.id ?? '');
    expect(input.text).toBe('/plan the printer');
  });

  it('that is forked ends before a message, which is handed back with its pictures', async () => {
    const { id } = await chat.create(ctx, { name: 'forks' });
    for (const message of ['one', 'two']) {
      world.brain.will(saying(`to ${message}`));
      await chat.say(ctx, { session_id: id, message, images });
      await world.settled(id);
    }
    const { entries } = await reader().history(id);
    const [one, answer, two] = entries.map((entry) => entry.id);
    const { session, input } = await chat.fork(ctx, id, two ?? '');
    expect(input).toEqual({ text: 'two', images });
    expect(session).toMatchObject({ parent_id: id, name: 'forks', turns: 0, entries: 2 });
    expect((await reader().history(session.id)).entries.map((entry) => entry.id)).toEqual([
      one,
      answer,
    ]);
    await expect(chat.fork(ctx, id, answer ?? '')).rejects.toMatchObject({ code: 'bad_args' });
    await expect(chat.fork(ctx, id, 'e0')).rejects.toMatchObject({ code: 'not_found' });
    // The copy has pictures of its own: they stay when the other conversation goes.
    await chat.remove(ctx, id);
    await world.server.get(ChatErasure).idle();
    world.brain.will(saying('three'));
    await chat.say(ctx, { session_id: session.id, message: 'three' });
    await world.settled(session.id);
    const work = world.brain.asked.at(-1);
    expect(work?.entries.map(({ content }) => content.role)).toEqual(['user', 'assistant', 'user']);
    const [first] = work?.entries ?? [];
    const named = first?.content.role === 'user' ? (first.content.images ?? []) : [];
    const kept = await work?.pictures(named.map((image) => image.id));
    expect([...(kept?.values() ?? [])]).toEqual([GIF]);
    expect(await world.show(session.id)).toMatchObject({ parent_id: id });
  });

  it('that is cloned while a turn waits closes its calls, and asks for nothing twice', async () => {
    const { session_id, approval } = await world.waiting('cloned');
    const clone = await chat.clone(ctx, session_id);
    expect(await roles(clone.id)).toEqual(['user', 'assistant', 'tools']);
    const [, , tools] = (await reader().history(clone.id)).entries;
    expect(JSON.stringify(tools?.content)).toContain('known there only');
    expect(clone).toMatchObject({ parent_id: session_id, entries: 3, turns: 0 });
    world.brain.will(saying('I do not know'));
    await world.ask({ session_id: clone.id, message: 'did it run?' });
    expect(world.ran).toEqual([]);
    world.brain.will(saying('no'));
    await world.confirm({ session_id, approve: false, approval_id: approval.id });
    expect(await roles(session_id)).toEqual(['user', 'assistant', 'tools', 'assistant']);
  });

  it('is told to a transcript in pages', async () => {
    const { id } = await chat.create(ctx, { name: 'pages' });
    world.brain.will(saying('two'));
    await chat.say(ctx, { session_id: id, message: 'one' });
    await world.settled(id);
    const limit = { events: 1, characters: 10_000 };
    const first = await reader().history(id, 0, limit);
    expect(first).toMatchObject({ entries: [{ content: { role: 'user', text: 'one' } }], next: 1 });
    const second = await reader().history(id, 1, limit);
    expect(second).toMatchObject({
      entries: [{ content: { role: 'assistant', text: 'two', thinking: [], calls: [] } }],
      next: null,
    });
  });

  it('is made by whoever talks in it, and by nobody else', async () => {
    const { id } = await chat.create(ctx, { name: 'mine' });
    const other = await contextOf({ operator: { id: 'ben' }, scope: 'admin' });
    await expect(chat.clone(other, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a compaction', () => {
  it('is told while it is made, stays with the conversation, and is shown to people', async () => {
    const { id } = await chat.create(ctx, { name: 'long' });
    for (const message of ['a', 'b']) {
      world.brain.will(saying(message));
      await chat.say(ctx, { session_id: id, message });
      await world.settled(id);
    }
    const settings = { enabled: false, reserve_tokens: 0, keep_recent_tokens: 2 };
    world.brain.compactor = {
      tokensOf: () => 1,
      room: () => Promise.resolve({ window: 1_000, settings }),
      summarise: () => Promise.resolve('a was said'),
    };
    const phases: string[] = [];
    const stop = world.server.get(EventBus).on('chat.compacting', ({ session_id, phase }) => {
      if (session_id === id) phases.push(phase);
    });
    const { signal } = new AbortController();
    const result = await chat.compact(ctx, id, { signal });
    stop();
    delete world.brain.compactor;
    expect(result).toMatchObject({ summary: 'a was said', tokens_before: 4 });
    expect(phases).toEqual(['start', 'end']);
    const { entries } = await world.server.get(ChatReader).history(id);
    expect(entries.at(-1)?.content).toMatchObject({ role: 'compaction', summary: 'a was said' });
    const [last] = (await world.show(id)).history;
    expect(last).toMatchObject({ message: 'b', compacted_tokens: 4 });
    await expect(chat.compact(ctx, id, { signal })).rejects.toMatchObject({ code: 'bad_args' });
  });
});

describe('the model of a conversation', () => {
  it('is chosen by whoever may talk in it, with names that can be names', async () => {
    const { id } = await chat.create(ctx, { name: 'models' });
    const choice = { model: 'claude-opus-5-5', effort: 'max' };
    expect(await chat.choose(ctx, id, choice)).toMatchObject(choice);
    expect(await chat.choose(ctx, id, { model: null })).toMatchObject({
      ...{ model: null, effort: 'max' },
    });
    for (const bad of [{ model: 'a b' }, { effort: 'lots' }]) {
      await expect(chat.choose(ctx, id, bad)).rejects.toMatchObject({ code: 'bad_args' });
    }
    const other = await contextOf({ operator: { id: 'ben' }, scope: 'admin' });
    await expect(chat.choose(other, id, choice)).rejects.toMatchObject({ code: 'not_found' });
    const rows = await world.server.audit('kind=chat&limit=50');
    expect(rows.filter(({ target }) => target === id)).toMatchObject([
      { args: { action: 'choose', model: null, effort: 'max' } },
      { args: { action: 'choose', ...choice } },
    ]);
  });
});
