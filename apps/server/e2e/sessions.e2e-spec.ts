import {
  LOGIN_TIMES,
  STAYING_TIMES,
  API_PATHS,
  USER_AGENT_LENGTH,
  WS_CLOSE_CODES,
  WS_PATH,
  type CreatedToken,
  type LoginLink,
  type MeView,
  type SessionList,
  type SessionsEnded,
} from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { WebSocket } from 'ws';
import { LoginEntity } from '../src/auth/access/login.entity.js';
import { Reads } from '../src/database/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let clock: FakeClock;
let server: AServer;

beforeEach(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
});
afterEach(() => server.stop());

async function aToken(id: string, more: object = {}): Promise<CreatedToken> {
  const body = {
    operator: { id, name: id.toUpperCase() },
    name: 'desk',
    scope: 'operator',
    ...more,
  };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body;
}

/** Logs in as a browser would. @returns the cookie */
async function logIn(token: string, userAgent = 'Firefox', stays = false): Promise<string> {
  const answer = await fetch(server.url + API_PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ token, stays }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const list = async (query = '') =>
  (await server.http<SessionList>('GET', API_PATHS.sessions + query)).body;
const statusOf = async (cookie: string) =>
  (await fetch(server.url + API_PATHS.me, { headers: { cookie } })).status;

/** A socket of that session; resolves with what it is closed with. */
async function socketOf(cookie: string): Promise<{ closed: Promise<number> }> {
  const headers = { cookie, origin: server.url };
  const socket = new WebSocket(server.url.replace('http', 'ws') + WS_PATH, { headers });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return { closed: new Promise((resolve) => socket.on('close', resolve)) };
}

describe('browser sessions', () => {
  it('are listed with who, from which token, since when, and what the browser says of itself', async () => {
    const bea = await aToken('bea');
    const opened = clock.now();
    const cookie = await logIn(bea.token, 'Mozilla/5.0 <b>x</b>');
    clock.advance(60_000);
    await statusOf(cookie);
    expect(await list()).toEqual({
      items: [
        {
          id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          operator: { id: 'bea', name: 'BEA' },
          token: { id: bea.id, name: 'desk', scope: 'operator' },
          opened_at: new Date(opened).toISOString(),
          last_used_at: new Date(opened + 60_000).toISOString(),
          expires_at: new Date(opened + LOGIN_TIMES.longestMs).toISOString(),
          user_agent: 'Mozilla/5.0 <b>x</b>',
          stays: false,
          current: false,
        },
      ],
      next_cursor: null,
    });
    await logIn(bea.token, 'x'.repeat(5_000));
    expect((await list()).items[0]?.user_agent).toBe('x'.repeat(USER_AGENT_LENGTH));
  });

  it('come page by page, of one person when asked, and no longer when they are over', async () => {
    const [bea, carl] = [await aToken('bea'), await aToken('carl')];
    for (const { token } of [bea, carl, bea]) {
      await logIn(token);
      clock.advance(1_000);
    }
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${String(first.next_cursor)}`);
    const people = [...first.items, ...rest.items].map(({ operator }) => operator.id);
    expect(people).toEqual(['bea', 'carl', 'bea']);
    expect(rest.next_cursor).toBeNull();
    expect((await list('?operator=carl')).items).toHaveLength(1);
    await logIn(carl.token, 'Phone', true);
    clock.advance(LOGIN_TIMES.idleMs);
    expect((await list()).items).toMatchObject([{ user_agent: 'Phone', stays: true }]);
    clock.jump(STAYING_TIMES.idleMs);
    expect((await list()).items).toEqual([]);
    expect((await server.http('GET', `${API_PATHS.sessions}?cursor=1.x`)).status).toBe(400);
  });

  it('say which one asks', async () => {
    const cookie = await logIn(server.admin);
    const answer = await fetch(server.url + API_PATHS.sessions, { headers: { cookie } });
    const { items } = (await answer.json()) as SessionList;
    expect(items.map(({ current }) => current)).toEqual([true]);
  });

  it('end one by one, with their sockets, and are in the audit log', async () => {
    const bea = await aToken('bea');
    const [gone, stays] = [await logIn(bea.token), await logIn(bea.token)];
    const before = await list();
    const sockets = { gone: await socketOf(gone), stays: await socketOf(stays) };
    // Both were opened at the same moment: which is which is told by ending one.
    const id = before.items[0]?.id ?? '';
    expect((await server.http('DELETE', API_PATHS.session(id))).status).toBe(204);
    const statuses = [await statusOf(gone), await statusOf(stays)];
    expect([...statuses].sort()).toEqual([200, 401]);
    const ended = statuses[0] === 401 ? sockets.gone : sockets.stays;
    expect(await ended.closed).toBe(WS_CLOSE_CODES.accessEnded);
    expect((await list()).items).toHaveLength(1);
    expect((await server.http('DELETE', API_PATHS.session(id))).status).toBe(404);
    const [row] = await server.audit('kind=login');
    expect(row).toMatchObject({
      ...{ actor: { id: 'admin' }, target: 'revoke', ok: true },
      args: { session_id: id, token_id: bea.id, operator: 'bea' },
    });
  });

  it('end all of a person at once; others stay, and the token still opens new ones', async () => {
    const bea = await aToken('bea');
    const phone = await aToken('bea', { name: 'phone', operator: { id: 'bea' } });
    const carl = await logIn((await aToken('carl')).token);
    const theirs = [await logIn(bea.token), await logIn(phone.token)];
    const sockets = await Promise.all(theirs.map(socketOf));
    const path = API_PATHS.operatorSessions('bea');
    expect((await server.http<SessionsEnded>('DELETE', path)).body).toEqual({ ended: 2 });
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(
      theirs.map(() => WS_CLOSE_CODES.accessEnded),
    );
    expect(await Promise.all(theirs.map(statusOf))).toEqual([401, 401]);
    expect(await statusOf(carl)).toBe(200);
    expect((await server.http<SessionsEnded>('DELETE', path)).body).toEqual({ ended: 0 });
    expect(await statusOf(await logIn(bea.token))).toBe(200);
  });

  it('are counted where they were open, and those that are over by time end with them', async () => {
    const { token } = await aToken('bea');
    await logIn(token);
    clock.jump(LOGIN_TIMES.idleMs);
    await logIn(token);
    const path = API_PATHS.operatorSessions('bea');
    expect((await server.http<SessionsEnded>('DELETE', path)).body).toEqual({ ended: 1 });
    expect(await server.get(Reads).manager.count(LoginEntity)).toBe(0);
  });

  it('are for admins of all PCs', async () => {
    for (const more of [{ scope: 'operator' }, { scope: 'admin', agents: ['pc1'] }]) {
      const { token } = await aToken('dora', more);
      const get = await server.http('GET', API_PATHS.sessions, undefined, token);
      const end = await server.http('DELETE', API_PATHS.session('x'), undefined, token);
      const all = await server.http('DELETE', API_PATHS.operatorSessions('x'), undefined, token);
      expect([get.status, end.status, all.status]).toEqual([403, 403, 403]);
    }
  });
});

describe('own browser sessions', () => {
  /** As that browser. */
  async function ask<T>(cookie: string, method: string, path: string) {
    const headers = { cookie, origin: server.url };
    const answer = await fetch(server.url + path, { method, headers });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }
  const own = (cookie: string, query = '') =>
    ask<SessionList>(cookie, 'GET', API_PATHS.ownSessions + query);

  it.each([{ scope: 'viewer' }, { scope: 'operator', agents: ['pc1'] }])(
    'are seen by their person, with any token of theirs, and nobody else is among them: %j',
    async (more) => {
      const bea = await aToken('bea', more);
      const phone = await aToken('bea', { name: 'phone', operator: { id: 'bea' } });
      await logIn((await aToken('carl')).token);
      await logIn(phone.token, 'Phone');
      clock.advance(1_000);
      const cookie = await logIn(bea.token);
      const { items } = (await own(cookie)).body;
      expect(items.map(({ operator, user_agent, current }) => [operator.id, user_agent, current])) //
        .toEqual([
          ['bea', 'Firefox', true],
          ['bea', 'Phone', false],
        ]);
      // The address of the list names nobody else.
      expect((await own(cookie, '?operator=carl')).status).toBe(400);
    },
  );

  it('end one by one, with their sockets, and the audit log says who did it', async () => {
    const bea = await aToken('bea', { scope: 'viewer' });
    const lost = await logIn(bea.token, 'Lost phone');
    const cookie = await logIn(bea.token);
    const socket = await socketOf(lost);
    const id = (await own(cookie)).body.items.find(({ current }) => !current)?.id ?? '';
    const path = API_PATHS.ownSession(id);
    expect((await ask(cookie, 'DELETE', path)).status).toBe(204);
    expect(await socket.closed).toBe(WS_CLOSE_CODES.accessEnded);
    expect([await statusOf(lost), await statusOf(cookie)]).toEqual([401, 200]);
    expect((await ask(cookie, 'DELETE', path)).status).toBe(404);
    const [row] = await server.audit('kind=login');
    expect(row).toMatchObject({
      ...{ actor: { kind: 'operator', id: 'bea' }, target: 'revoke', ok: true },
      args: { session_id: id, token_id: bea.id, operator: 'bea' },
    });
  });

  it('end all at once but this one', async () => {
    const bea = await aToken('bea');
    const carl = await logIn((await aToken('carl')).token);
    const [cookie, ...others] = [
      await logIn(bea.token),
      ...[await logIn(bea.token), await logIn(bea.token)],
    ];
    expect((await ask<SessionsEnded>(cookie, 'DELETE', API_PATHS.ownSessions)).body).toEqual({
      ended: 2,
    });
    expect(await Promise.all([cookie, carl, ...others].map(statusOf))).toEqual([
      200, 200, 401, 401,
    ]);
  });

  it("are no other person's: theirs do not exist, and stay", async () => {
    const carl = await logIn((await aToken('carl')).token);
    const [theirs] = (await list()).items;
    const cookie = await logIn((await aToken('bea', { scope: 'admin' })).token);
    const answer = await ask(cookie, 'DELETE', API_PATHS.ownSession(theirs?.id ?? ''));
    expect(answer.status).toBe(404);
    expect(await statusOf(carl)).toBe(200);
  });

  it('open another one with a link, with the same rights, and list it', async () => {
    const { token } = await aToken('bea', { scope: 'viewer' });
    const cookie = await logIn(token);
    const { url } = (await ask<LoginLink>(cookie, 'POST', API_PATHS.ownLoginLink)).body;
    const secret = new URL(url).hash.slice(1);
    clock.advance(1_000);
    const opened = await server.http<MeView>('POST', API_PATHS.loginLink, { secret, stays: true });
    expect(opened).toMatchObject({ status: 200, body: { id: 'bea', scope: 'viewer' } });
    expect((await own(cookie)).body.items.map(({ stays }) => stays)).toEqual([true, false]);
  });

  it('are out of reach of a token alone, and of a page of another site', async () => {
    const bea = await aToken('bea');
    const cookie = await logIn(bea.token);
    const [login] = (await own(cookie)).body.items;
    for (const [method, path] of [
      ['GET', API_PATHS.ownSessions],
      ['DELETE', API_PATHS.ownSessions],
      ['POST', API_PATHS.ownLoginLink],
      ['DELETE', API_PATHS.ownSession(login?.id ?? '')],
    ] as const) {
      expect((await server.http(method, path, undefined, bea.token)).status).toBe(403);
    }
    const headers = { cookie, origin: 'https://elsewhere.example' };
    const foreign = await fetch(server.url + API_PATHS.ownSessions, { method: 'DELETE', headers });
    expect(foreign.status).toBe(403);
    expect(await statusOf(cookie)).toBe(200);
  });
});
