import {
  API_PATHS,
  AUDIT_EXPORTS,
  type CreatedToken,
  type ErrorBody,
  type SessionList,
} from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { AuditReader, AuditStore } from '../src/audit/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
/** Of about 110 KiB each: far more than the system's own buffers take of one connection. */
const ROWS = 200;
const LONG = { text: 'x'.repeat(16_000) };
const ARGS = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((n) => [n, LONG.text]));

let dataDir: string;
let server: AServer;
let sockets: Socket[];
let rows: number;
let reading: number;

beforeEach(async () => {
  dataDir = newDir();
  server = await AServer.start({ dataDir });
  sockets = [];
  await longRecord();
  countRows();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** What exports have read of the audit log, and how many are not finished. */
function countRows(): void {
  [rows, reading] = [0, 0];
  const reader = server.get(AuditReader);
  const after = reader.after.bind(reader);
  jest.spyOn(reader, 'after').mockImplementation(async function* (...asked) {
    reading += 1;
    try {
      for await (const row of after(...asked)) {
        rows += 1;
        yield row;
      }
    } finally {
      reading -= 1;
    }
  });
}

/** From here on no time passes by itself: nothing ends for having been silent. */
async function standingStill(): Promise<FakeClock> {
  await server.stop();
  const clock = new FakeClock();
  server = await AServer.start({ dataDir, clock });
  countRows();
  return clock;
}

async function longRecord(): Promise<void> {
  const { log } = server.get(AuditStore);
  const actor = { kind: 'operator', id: 'anna', name: 'Anna' } as const;
  for (let i = 0; i < ROWS; i += 1) {
    log.record({ kind: 'call', actor, door: 'http', tool: 'fs_list', args: ARGS, ok: true });
  }
  await log.flush();
}

/** Asks for an export and takes nothing of it; settles once its first bytes are there. */
const unread = (token = server.admin) => unreadAs(`Authorization: Bearer ${token}`);

async function unreadAs(header: string): Promise<Socket> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  socket.write(`GET ${API_PATHS.auditExport} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

const ask = (token?: string) =>
  server.http<ErrorBody>('GET', `${API_PATHS.auditExport}?limit=1`, undefined, token);

async function aToken(id: string): Promise<CreatedToken> {
  const body = { operator: { id }, name: id, scope: 'viewer' };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body;
}

/** Logs in as a browser would. @returns the cookie */
async function logIn(token: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const answer = await fetch(server.url + API_PATHS.login, { method: 'POST', headers, body });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Only for a message that says what is missing; a machine may be busy with other things. */
const PATIENCE_MS = 60_000;

/** Real milliseconds: sockets and the database need them, also where the server's clock stands still. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it never came: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

describe('an export that nobody reads', () => {
  it('reads only what its socket takes, ends by itself, and leaves nothing behind', async () => {
    const clock = await standingStill();
    await unread();
    await until(async () => {
      await clock.advanceAsync(AUDIT_EXPORTS.silenceMs);
      return reading === 0;
    });
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(ROWS);
    expect((await ask()).status).toBe(200);
  });

  it('ends when its socket does', async () => {
    const socket = await unread();
    expect(reading).toBe(1);
    socket.destroy();
    await until(() => reading === 0);
    expect(rows).toBeLessThan(ROWS);
  });

  it('ends when its token is revoked', async () => {
    await standingStill();
    const { id, token } = await aToken('bo');
    await unread(token);
    expect(reading).toBe(1);
    await server.http('DELETE', API_PATHS.token(id));
    await until(() => reading === 0);
  });

  it('ends when its browser session does, and no other of its token', async () => {
    await standingStill();
    const { token } = await aToken('bo');
    await unreadAs(`Cookie: ${await logIn(token)}`);
    const other = await unreadAs(`Cookie: ${await logIn(token)}`);
    expect(reading).toBe(2);
    const { items } = (await server.http<SessionList>('GET', API_PATHS.sessions)).body;
    await server.http('DELETE', API_PATHS.session(items.at(-1)?.id ?? ''));
    await until(() => reading === 1);
    expect(other.destroyed).toBe(false);
  });

  it('ends when whoever reads it logs out', async () => {
    await standingStill();
    const cookie = await logIn((await aToken('bo')).token);
    await unreadAs(`Cookie: ${cookie}`);
    expect(reading).toBe(1);
    await fetch(server.url + API_PATHS.logout, {
      method: 'POST',
      headers: { cookie, origin: server.url },
    });
    await until(() => reading === 0);
  });
});

describe('exports at the same time', () => {
  it('are few for each token: one more is told so, and comes when one has ended', async () => {
    const [first] = [await unread(), await unread()];
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('content-disposition')).toBeNull();
    expect(refused.body.error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('This token has 2 exports running already') as string,
      details: { retry_after: 30 },
    });
    first.destroy();
    await until(() => reading === 1);
    expect((await ask()).status).toBe(200);
  });

  it('are few for all tokens together', async () => {
    const tokens = await Promise.all(['a', 'b', 'c'].map((id) => aToken(id)));
    const [a, b, c] = tokens.map(({ token }) => token);
    for (const token of [a, a, b, b]) await unread(token);
    const refused = await ask(c);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: {
          code: 'rate_limited',
          message: expect.stringContaining('4 audit exports') as string,
        },
      },
    });
  });
});
