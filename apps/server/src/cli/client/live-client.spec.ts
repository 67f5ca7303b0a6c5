import { ANSWER_MS, QUIET_MS } from '@kenny/client';
import { CLIENT_HEADER, WS_CLOSE_CODES, type WsAction } from '@kenny/contract';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { anApproval } from '../../../test/cli-answers.js';
import { CliWorld } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const RUN = '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11';
const AT = '2026-06-04T12:00:00.000Z';
let listener: WebSocketServer;
/** With which status the next sockets are refused, as by a proxy. */
let refusedWith: number | undefined;
let world: CliWorld;
/** Sockets that came, and what each asked. */
let sockets: WebSocket[];
let asked: { id: string; action: WsAction; payload: object }[];
let upgrades: IncomingMessage[];

beforeEach(async () => {
  [sockets, asked, upgrades, refusedWith] = [[], [], [], undefined];
  listener = new WebSocketServer({
    ...{ port: 0, host: '127.0.0.1' },
    verifyClient: (_, tell) => tell(refusedWith === undefined, refusedWith),
  });
  listener.on('connection', (socket, request) => {
    sockets.push(socket);
    upgrades.push(request);
    socket.on('message', (data: Buffer) => {
      asked.push(JSON.parse(data.toString()) as (typeof asked)[number]);
      listener.emit('asked');
    });
  });
  await once(listener, 'listening');
  world = new CliWorld(tempDir());
  const { port } = listener.address() as AddressInfo;
  world.env = { KENNY_URL: `http://127.0.0.1:${port}`, KENNY_TOKEN: 'kny_test', NO_COLOR: '1' };
});
afterEach(() => {
  for (const client of listener.clients) client.terminate();
  listener.close();
});

async function subscription(count: number): Promise<WebSocket> {
  while (asked.length < count) await once(listener, 'asked');
  const socket = sockets.at(-1);
  if (!socket) throw new Error('nobody came');
  return socket;
}

function answer(socket: WebSocket, ...ids: string[]): void {
  const items = ids.map((id) => anApproval({ id }));
  const payload = { run: RUN, seq: 1, items };
  const action = 'approval.subscribe';
  const id = asked.findLast((one) => one.action === action)?.id;
  socket.send(JSON.stringify({ id, type: 'response', action, payload, timestamp: AT }));
}

function push(socket: WebSocket, action: string, payload: object): void {
  socket.send(JSON.stringify({ id: 'n', type: 'notification', action, payload, timestamp: AT }));
}

/** Until the command waits: then the test lets the time pass. */
async function untilTimer(ms: number): Promise<void> {
  while (world.clock.nextTimerIn !== ms) await new Promise((resolve) => setImmediate(resolve));
}

describe('a command that follows something', () => {
  it('shows who it is in headers only', async () => {
    const run = world.run('approvals', 'watch');
    answer(await subscription(1), 'apr_1');
    await world.out.said('apr_1');
    world.stopping.abort();
    expect((await run).code).toBe(130);
    const [{ url, headers } = { url: '', headers: {} }] = upgrades;
    expect(url).toBe('/ws');
    expect(headers).toMatchObject({
      ...{ authorization: 'Bearer kny_test', [CLIENT_HEADER.name]: CLIENT_HEADER.cli },
    });
    expect(headers).not.toHaveProperty('origin');
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('subscribes again after a gap, and repeats nothing that it has shown', async () => {
    const run = world.run('approvals', 'watch');
    const socket = await subscription(1);
    answer(socket, 'apr_1');
    push(socket, 'stream.gap', { topic: 'approval', run: RUN, seq: 1 });
    await subscription(2);
    answer(socket, 'apr_2', 'apr_1');
    await world.out.said('apr_2');
    world.stopping.abort();
    const { out } = await run;
    expect(out.match(/pending apr_1 /g)).toHaveLength(1);
  });

  it('connects again when the connection is lost, waiting longer each time', async () => {
    const run = world.run('approvals', 'watch');
    const first = await subscription(1);
    answer(first, 'apr_1');
    await world.out.said('apr_1');
    first.close(1001);
    await world.err.said('is stopping. Trying again.');
    await untilTimer(1_000);
    await world.clock.advanceAsync(1_000);
    (await subscription(2)).terminate();
    await world.err.said('closed the connection.');
    await untilTimer(2_000);
    await world.clock.advanceAsync(2_000);
    const third = await subscription(3);
    answer(third, 'apr_1', 'apr_3');
    await world.out.said('apr_3');
    world.stopping.abort();
    expect((await run).code).toBe(130);
  });

  it('waits for a server that its proxy cannot reach for now', async () => {
    const run = world.run('approvals', 'watch');
    answer(await subscription(1), 'apr_1');
    await world.out.said('apr_1');
    refusedWith = 502;
    sockets.at(-1)?.close(1001);
    await world.err.said('is stopping. Trying again.');
    await untilTimer(1_000);
    await world.clock.advanceAsync(1_000);
    await world.err.said('answered 502');
    refusedWith = undefined;
    await untilTimer(2_000);
    await world.clock.advanceAsync(2_000);
    answer(await subscription(2), 'apr_2', 'apr_1');
    await world.out.said('apr_2');
    world.stopping.abort();
    expect((await run).code).toBe(130);
  });

  it('ends when its token is refused on the way back', async () => {
    const run = world.run('approvals', 'watch');
    answer(await subscription(1), 'apr_1');
    await world.out.said('apr_1');
    sockets.at(-1)?.close(WS_CLOSE_CODES.accessEnded);
    const { code, err } = await run;
    expect([code, err]).toEqual([3, expect.stringContaining('revoked or has expired')]);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('notices a connection that died without a word', async () => {
    const run = world.run('approvals', 'watch');
    answer(await subscription(1), 'apr_1');
    await world.out.said('apr_1');
    await world.clock.advanceAsync(QUIET_MS);
    while (asked.at(-1)?.action !== 'ping') await once(listener, 'asked');
    await world.clock.advanceAsync(ANSWER_MS);
    await world.err.said('closed the connection. Trying again.');
    world.stopping.abort();
    expect((await run).code).toBe(130);
  });

  it('gives up at once where it was never answered', async () => {
    const run = world.run('approvals', 'watch');
    (await subscription(1)).terminate();
    expect(await run).toMatchObject({ code: 4 });
  });

  it('says so when it cannot read what comes, and shows nothing of it', async () => {
    for (const text of ['junk', '{"type":"response"}', '7', '{"type":"notification"}']) {
      const run = world.run('approvals', 'watch');
      asked = [];
      (await subscription(1)).send(text);
      const { code, out, err } = await run;
      expect([text, code, out]).toEqual([text, 1, '']);
      expect(err).toContain('cannot read');
    }
  });

  it('ends quietly when nobody reads any more', async () => {
    const run = world.run('approvals', 'watch');
    answer(await subscription(1), 'apr_1');
    await world.out.said('apr_1');
    world.unread.abort(Object.assign(new Error('closed'), { code: 'EPIPE' }));
    expect(await run).toMatchObject({ code: 0, err: '' });
  });
});
