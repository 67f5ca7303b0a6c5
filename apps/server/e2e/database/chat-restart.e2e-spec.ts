import type { ErrorBody } from '@kenny/contract';
import { aboutIt, ChatWorld } from '../../test/chat-world.js';
import { EventReader } from '../../test/event-reader.js';
import { tempDirs } from '../../test/temp-dir.js';
import { saying, use, wanting } from '../../test/told-brain.js';
import { bearer, WsClient } from '../../test/ws-client.js';

const newDir = tempDirs();
let world: ChatWorld;
beforeEach(async () => {
  world = await ChatWorld.start(newDir());
});
afterEach(async () => {
  await world.server.stop();
  world.brain.mustBeDone();
});

describe('after a restart of the server', () => {
  it('a change still waits, is decided then, runs once, and the model hears of it', async () => {
    const waiting = await world.waiting('systemctl restart cups');
    const { session_id } = waiting;
    await world.restart();
    const shown = await world.show(session_id);
    expect(shown).toMatchObject({
      state: 'waiting',
      pending: { approval: { id: waiting.approval.id, state: 'pending' } },
    });
    world.brain.will(saying('It runs again.'));
    const { body } = await world.confirm({ ...aboutIt(waiting), approve: true });
    expect(body).toMatchObject({ assistant_text: 'It runs again.', done: true });
    expect(body.tool_events).toMatchObject([{ status: 'ok', args: { agent_id: 'pc1' } }]);
    expect(world.ran).toHaveLength(1);
    await world.restart();
    expect(world.ran).toHaveLength(1);
    expect((await world.show(session_id)).state).toBe('idle');
  });

  it('nothing counts as shown: a confirmation has to say what it confirms', async () => {
    const { session_id } = await world.waiting('blind');
    await world.restart();
    const { body } = await world.confirm({ session_id, approve: true });
    expect((body as unknown as ErrorBody).error.code).toBe('stale_confirm');
    expect(world.ran).toEqual([]);
  });

  it('a turn that was at work has failed, what waited behind it goes on', async () => {
    const client = await WsClient.open(world.server.url, bearer(world.anna));
    const round = world.brain.nextRound();
    const { session_id } = await client.ask('chat.send', { message: 'one' });
    await round;
    await client.ask('chat.send', { session_id, message: 'two' });
    world.brain.will(saying('2'));
    await world.restart();
    const reader = await EventReader.open(world.server, session_id, { token: world.anna });
    await reader.until('turnFinished', 2);
    const { history } = await world.show(session_id);
    expect(history).toMatchObject([
      { message: 'two', status: 'completed', assistant_text: '2' },
      { message: 'one', status: 'failed', error: { code: 'interrupted' } },
    ]);
    reader.leave();
  });

  it('a stream goes on where it was', async () => {
    const { session_id } = await world.waiting('watched');
    const before = await EventReader.open(world.server, session_id, { token: world.anna });
    await before.until('toolPending');
    const stopped = before.end();
    await world.restart();
    await stopped;
    const id = before.read.at(-1)?.id ?? '';
    const headers = { 'last-event-id': id };
    const after = await EventReader.open(world.server, session_id, { token: world.anna, headers });
    await world.server.http('POST', `/api/chat/sessions/${session_id}/cancel`, {}, world.anna);
    await after.until('turnFinished');
    const sequences = [...before.read, ...after.read].map(({ event }) => event.sequence);
    expect(sequences).toEqual(sequences.map((_, at) => at + 1));
    after.leave();
  });
});

describe('while the server stops', () => {
  it('who waits for an answer is told so, and the turn is found again', async () => {
    const round = world.brain.nextRound();
    const asking = world.ask({ message: 'one' });
    await round;
    await world.restart();
    const { status, body } = await asking;
    expect([status, (body as unknown as ErrorBody).error.code]).toEqual([503, 'unavailable']);
  });

  it('a read at work ends without an answer, and is not tried again', async () => {
    const client = await WsClient.open(world.server.url, bearer(world.anna));
    world.silent = true;
    const listing = world.listing();
    world.brain.will(wanting(use('fs_list', { path: '/', agent_id: 'pc1' })));
    const { session_id } = await client.ask('chat.send', { message: 'look' });
    await listing;
    await world.restart();
    expect(await world.show(session_id)).toMatchObject({
      state: 'idle',
      history: [{ error: { code: 'interrupted' }, tool_events: [{ status: 'error' }] }],
    });
    expect(world.listed).toBe(1);
  });
});
