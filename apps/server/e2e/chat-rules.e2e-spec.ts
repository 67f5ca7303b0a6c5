import type { ChatSessionList, ErrorBody } from '@kenny/contract';
import { AuditStore } from '../src/audit/index.js';
import { aboutIt, ChatWorld } from '../test/chat-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

const newDir = tempDirs();
let world: ChatWorld;
beforeAll(async () => {
  world = await ChatWorld.start(newDir());
});
afterAll(() => world.server.stop());
beforeEach(() => world.ran.splice(0));
afterEach(() => world.brain.mustBeDone());

const errorOf = (answer: { body: unknown }) => (answer.body as ErrorBody).error;
const talk = async (message: string, more: object = {}, token = world.anna) => {
  world.brain.will(saying('ok'));
  return (await world.ask({ message, ...more }, token)).body;
};
const list = (query: string, token = world.anna) =>
  world.server.http<ChatSessionList>('GET', `/api/chat/sessions?${query}`, undefined, token);
const call = (method: string, path: string, body?: object, token = world.anna) =>
  world.server.http(method, `/api/chat/sessions/${path}`, body, token);

describe('a confirmation without an id', () => {
  it('counts once, for what was in the last answer to this same caller', async () => {
    const waiting = await world.waiting('blind');
    const { session_id } = waiting;
    const phone = await world.token({ operator: { id: 'anna' } });
    const unseen = errorOf(await world.confirm({ session_id, approve: true }, phone));
    expect(unseen).toMatchObject({
      code: 'stale_confirm',
      details: { pending: { approval: { id: waiting.approval.id } } },
    });
    // What it was refused with does not count as shown: it may be a program that only repeats.
    const again = errorOf(await world.confirm({ session_id, approve: true }, phone));
    expect(again.code).toBe('stale_confirm');
    expect(world.ran).toEqual([]);
    await call('GET', session_id, undefined, phone);
    world.brain.will(saying('done'));
    expect((await world.confirm({ session_id, approve: true }, phone)).status).toBe(200);
    expect(world.ran).toHaveLength(1);
    const late = errorOf(await world.confirm({ session_id, approve: true }));
    expect(late).toMatchObject({ code: 'stale_confirm', details: { pending: null } });
    expect(world.ran).toHaveLength(1);
  });

  it('is spent by the first try, also by one that is refused', async () => {
    const { session_id, approval } = await world.waiting('spent');
    const wrong = { session_id, approve: true, call_sha256: 'f'.repeat(64) };
    expect(errorOf(await world.confirm(wrong)).code).toBe('hash_mismatch');
    expect(errorOf(await world.confirm({ session_id, approve: true })).code).toBe('stale_confirm');
    world.brain.will(saying('no'));
    await world.confirm({ session_id, approve: false, approval_id: approval.id });
  });

  it('never means an approval that came after the one that was shown', async () => {
    const first = await world.waiting('shown');
    const { session_id } = first;
    world.brain.will(wanting(use('shell_exec', { command: 'not shown', agent_id: 'pc1' })));
    const { call_sha256, id } = first.approval;
    const next = world.opened();
    await world.server.http('POST', `/api/approvals/${id}`, { decision: 'deny', call_sha256 });
    const { args } = await next;
    expect(args).toMatchObject({ command: 'not shown' });
    await world.settled(session_id);
    const stale = errorOf(await world.confirm({ session_id, approve: true }));
    expect(stale).toMatchObject({ code: 'stale_confirm', details: { pending: { args } } });
    expect(world.ran).toEqual([]);
    await call('POST', `${session_id}/cancel`, {});
  });
});

describe('a confirmation', () => {
  it('with the id of another conversation is refused', async () => {
    const here = await world.waiting('here');
    const there = await world.waiting('there');
    const crossed = { ...aboutIt(here), session_id: there.session_id, approve: true };
    expect(errorOf(await world.confirm(crossed)).code).toBe('stale_confirm');
    expect(world.ran).toEqual([]);
    for (const { session_id } of [here, there]) await call('POST', `${session_id}/cancel`, {});
  });

  it('needs the right to decide, and a conversation of one’s own', async () => {
    const timid = await world.token({ operator: { id: 'anna' }, decide: false });
    const bo = await world.token({ operator: { id: 'bo', name: 'Bo' } });
    const waiting = await world.waiting('rights');
    const yes = { ...aboutIt(waiting), approve: true };
    expect(errorOf(await world.confirm(yes, timid)).code).toBe('forbidden');
    expect(errorOf(await world.confirm(yes, bo)).code).toBe('not_found');
    expect(errorOf(await world.confirm(yes, world.server.admin)).code).toBe('not_found');
    expect(world.ran).toEqual([]);
    await call('POST', `${waiting.session_id}/cancel`, {});
  });
});

describe('a change that needs two people', () => {
  const tagged = (tags: string[]) =>
    world.server.http('PATCH', '/api/agents/pc1', { tags, allow_too_few_approvers: true });
  beforeAll(() => tagged(['two-key']));
  afterAll(() => tagged([]));

  it('still waits after the first yes, and runs after the second, at whatever door', async () => {
    const waiting = await world.waiting('both of us');
    const yes = { ...aboutIt(waiting), approve: true };
    const { body } = await world.confirm(yes);
    expect(body).toMatchObject({ done: false, pending: { approval: { required: 2 } } });
    expect(body.pending?.approval?.decisions).toHaveLength(1);
    expect(errorOf(await world.confirm(yes)).code).toBe('already_decided');
    expect(world.ran).toEqual([]);
    const bo = await world.token({ operator: { id: 'bo' } });
    const round = world.brain.nextRound();
    const { id, call_sha256 } = waiting.approval;
    const decision = { decision: 'approve', call_sha256 };
    await world.server.http('POST', `/api/approvals/${id}`, decision, bo);
    (await round).say('done');
    await world.settled(waiting.session_id);
    expect(world.ran).toHaveLength(1);
  });
});

describe('the same call in two conversations', () => {
  it('is two calls, each with its own yes', async () => {
    const one = await world.waiting('twice');
    const two = await world.waiting('twice');
    expect(two.approval.id).not.toBe(one.approval.id);
    await call('POST', `${one.session_id}/cancel`, {});
    world.brain.will(saying('done'));
    await world.confirm({ ...aboutIt(two), approve: true });
    expect(world.ran).toHaveLength(1);
  });
});

describe('a conversation', () => {
  it('is its operator’s: to others it does not exist, and admins may read it', async () => {
    const bo = await world.token({ operator: { id: 'bo' } });
    const { session_id, turn_id } = await talk('private');
    const attempts = [
      call('GET', session_id, undefined, bo),
      call('GET', `${session_id}/events`, undefined, bo),
      call('PATCH', session_id, { name: 'mine' }, bo),
      call('DELETE', session_id, undefined, bo),
      call('POST', `${session_id}/cancel`, { turn_id }, bo),
      world.ask({ session_id, message: 'hi' }, bo),
      call('PATCH', session_id, { name: 'mine' }, world.server.admin),
      world.ask({ session_id, message: 'hi' }, world.server.admin),
    ];
    const codes = (await Promise.all(attempts)).map((answer) => errorOf(answer).code);
    expect(new Set(codes)).toEqual(new Set(['not_found']));
    const owned = (await list('limit=500', bo)).body.items.map(({ owner_id }) => owner_id);
    expect(owned).not.toContain('anna');
    const seen = (await list('limit=500', world.server.admin)).body.items.map(({ id }) => id);
    expect(seen).toContain(session_id);
    const shown = await call('GET', session_id, undefined, world.server.admin);
    expect(shown.body).toMatchObject({ owner_id: 'anna' });
  });

  it('about PCs that a token does not reach is not shown to it', async () => {
    await world.server.connected('pc2');
    const limited = await world.token({ operator: { id: 'anna' }, agents: ['pc2'] });
    const wide = await talk('about everything');
    expect((await call('GET', wide.session_id, undefined, limited)).status).toBe(404);
    const narrow = await talk('about pc2', {}, limited);
    // The same person with a wider token: in this conversation it reaches no further.
    world.brain.will(
      wanting(use('list_agents'), use('fs_list', { path: '/', agent_id: 'pc1' })),
      saying('no'),
    );
    const { body } = await world.ask({ session_id: narrow.session_id, message: 'and pc1?' });
    expect(body.tool_events).toMatchObject([
      { result: { agents: [{ agent_id: 'pc2' }] } },
      { error: { code: 'unknown_agent' } },
    ]);
  });

  it('does nothing more for a token that was revoked', async () => {
    const lost = await world.token({ operator: { id: 'anna' }, name: 'lost phone' });
    const round = world.brain.nextRound();
    const asking = world.ask({ message: 'look', agent_id: 'pc1' }, lost);
    const { want } = await round;
    const { items } = (
      await world.server.http<{ items: { id: string; name: string }[] }>('GET', '/api/tokens')
    ).body;
    const id = items.find(({ name }) => name === 'lost phone')?.id;
    await world.server.http('DELETE', `/api/tokens/${String(id)}`);
    world.brain.will(saying('I cannot'));
    want(use('fs_list', { path: '/' }), use('shell_exec', { command: 'x' }));
    const { body } = await asking;
    expect(body.tool_events.map(({ error }) => error?.code)).toEqual(['forbidden', 'forbidden']);
    expect(world.ran).toEqual([]);
  });

  it('is found by what was said in it, whatever its case, and by nothing else', async () => {
    const { session_id } = await talk('Die Prüfung von 100 % ist ÜBERFÄLLIG_');
    const find = async (q: string) =>
      (await list(`q=${encodeURIComponent(q)}`)).body.items.map(({ id }) => id);
    expect(await find('überfällig')).toEqual([session_id]);
    expect(await find('100 %')).toEqual([session_id]);
    expect(await find('100 _')).toEqual([]);
    expect(await find('%')).toEqual([session_id]);
    await call('PATCH', session_id, { name: 'Der Drucker' });
    expect(await find('drucker')).toEqual([session_id]);
    const bo = await world.token({ operator: { id: 'bo' } });
    expect((await list('q=drucker', bo)).body.items).toEqual([]);
  });

  it('stands in a list that goes on where the page before ended', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push((await talk(`page ${name}`)).session_id);
    const first = (await list('q=page&limit=2')).body;
    expect(first.items.map(({ id }) => id)).toEqual([made[2], made[1]]);
    const cursor = encodeURIComponent(String(first.next_cursor));
    const second = (await list(`q=page&limit=2&cursor=${cursor}`)).body;
    expect(second.items.map(({ id }) => id)).toEqual([made[0]]);
    expect(second.next_cursor).toBeNull();
  });

  it('shows its turns page by page, newest first', async () => {
    const { session_id } = await talk('one');
    await talk('two', { session_id });
    await talk('three', { session_id });
    const page = (await call('GET', `${session_id}?limit=2`)).body;
    expect(page).toMatchObject({ history: [{ number: 3 }, { number: 2 }], next_cursor: '2' });
    const rest = (await call('GET', `${session_id}?limit=2&cursor=2`)).body;
    expect(rest).toMatchObject({ history: [{ message: 'one' }], next_cursor: null });
    expect((await call('GET', `${session_id}?cursor=x`)).status).toBe(400);
  });

  it('that is renamed or deleted leaves in the audit log who did it, and no more', async () => {
    const { session_id } = await talk('the ladder');
    await call('PATCH', session_id, { name: 'garden' });
    await call('PATCH', session_id, { name: 'garden' });
    await call('DELETE', session_id);
    expect((await call('DELETE', session_id)).status).toBe(404);
    const rows = await world.server.audit('kind=chat&limit=500');
    const actor = { kind: 'operator', id: 'anna', name: 'Anna' };
    const here = { kind: 'chat', actor, door: 'http', target: session_id, ok: true };
    expect(rows.filter(({ target }) => target === session_id)).toMatchObject([
      { ...here, args: { action: 'delete', turns: 1 } },
      { ...here, args: { action: 'rename', from: 'the ladder', to: 'garden' } },
    ]);
  });

  it('that is deleted is gone with its words and what waited; its audit rows stay', async () => {
    world.brain.will(wanting(use('fs_list', { path: '/deleted', agent_id: 'pc1' })), saying('x'));
    const { session_id } = (await world.ask({ message: 'forget the umbrella' })).body;
    const { approval } = await world.waiting('umbrella', { session_id });
    const withdrawn = world.server.reaches(approval.id, 'cancelled');
    expect((await call('DELETE', session_id)).status).toBe(204);
    await withdrawn;
    expect((await call('GET', session_id)).status).toBe(404);
    expect((await list('q=umbrella')).body.items).toEqual([]);
    expect(errorOf(await world.ask({ session_id, message: 'hello?' })).code).toBe('not_found');
    await world.server.get(AuditStore).log.flush();
    const rows = await world.server.audit('door=chat&limit=500');
    expect(JSON.stringify(rows)).toContain('/deleted');
    expect(rows.map(({ approval_id }) => approval_id)).toContain(approval.id);
  });
});
