import { WS_LIMITS, type WsError } from '@kenny/contract';
import { FakeClock, strictFake } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { SYSTEM } from '../../kernel/index.js';
import type { Visitor } from '../admission/visitor.js';
import type { WsActions } from './ws-actions.js';
import { WsConnection } from './ws-connection.js';

type Run = WsActions['run'];

let listener: WebSocketServer;
let peer: WebSocket;
let connection: WsConnection;
let run: Run;
const seen: string[] = [];

beforeAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(async () => {
  seen.length = 0;
  listener = new WebSocketServer({ port: 0, perMessageDeflate: false });
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const accepted = once(listener, 'connection') as Promise<[WebSocket]>;
  peer = new WebSocket(`ws://127.0.0.1:${port}`);
  peer.on('message', (data: Buffer) => seen.push(data.toString()));
  const visitor = strictFake<Visitor>('Visitor', {
    ...{ door: 'ws', token_id: 'tok_1', session_id: null },
    recognise: () => Promise.resolve(SYSTEM),
  });
  const actions = strictFake<WsActions>('WsActions', { run: (...call) => run(...call) });
  const [socket] = await accepted;
  connection = new WsConnection(socket, visitor, actions, new FakeClock(), {
    mayTell: () => true,
  });
  socket.on('message', (data, binary) => connection.receive(data as Buffer, binary));
  socket.on('close', () => connection.ended());
  if (peer.readyState !== peer.OPEN) await once(peer, 'open');
});

afterEach(() => {
  peer.terminate();
  for (const client of listener.clients) client.terminate();
  listener.close();
});

const ask = (id: string) =>
  peer.send(JSON.stringify({ id, type: 'request', action: 'fleet.subscribe', payload: {} }));

/** Looks again after every message, and when the socket ends. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await Promise.race([once(peer, 'message'), once(peer, 'close')]);
  }
}

/** Pushes until it is too much; how many messages were taken. */
function fill(message: Buffer, most = 10_000): number {
  let taken = 0;
  while (taken < most && connection.push(message)) taken += 1;
  return taken;
}

describe('a client that does not read', () => {
  it('is given no more than a bounded backlog, and then the last word', async () => {
    peer.pause();
    const message = Buffer.alloc(64 * 1024, 'x');
    const taken = fill(message);
    expect(taken).toBeLessThan(10_000);
    expect(fill(message)).toBe(0);
    connection.pushLast(Buffer.from('gap'));
    peer.resume();
    await until(() => seen.at(-1) === 'gap');
    expect(seen).toHaveLength(taken + 1);
    expect(connection.push(message)).toBe(true);
  });

  it('is not behind because it asked for something large', async () => {
    peer.pause();
    const answered = new Promise<void>((resolve) => {
      run = ({ answer }) => {
        answer(`"${'x'.repeat(8 * WS_LIMITS.behindBytes)}"`);
        resolve();
        return Promise.resolve();
      };
    });
    ask('1');
    await answered;
    expect(connection.push(Buffer.from('patch'))).toBe(true);
    peer.resume();
    await until(() => seen.length === 2);
    expect(seen[1]).toBe('patch');
  });

  it('is cut off when it asks on and on', async () => {
    run = ({ answer }) => Promise.resolve(answer(`"${'x'.repeat(4 * WS_LIMITS.behindBytes)}"`));
    peer.pause();
    const closed = once(peer, 'close');
    const [client] = listener.clients;
    let isCut = false;
    const cut = new Promise((resolve) => client?.once('close', resolve)).then(() => (isCut = true));
    // One after the other: twelve at once may all be taken in before the first answer is out.
    for (let at = 0; at < 12 && !isCut; at += 1) {
      const heard = new Promise((resolve) => client?.once('message', resolve));
      ask(String(at));
      await Promise.race([heard, cut]);
    }
    await cut;
    peer.resume();
    expect((await closed)[0]).toBe(1006);
    expect(connection.open).toBe(false);
    expect(connection.push(Buffer.from('nobody'))).toBe(true);
  });
});

describe('requests under way', () => {
  it('run side by side, up to a limit that says so', async () => {
    const waiting: (() => void)[] = [];
    run = ({ answer }) =>
      new Promise((resolve) => {
        waiting.push(() => {
          answer('{}');
          resolve();
        });
      });
    for (let at = 0; at <= WS_LIMITS.inFlight; at += 1) ask(String(at));
    await until(() => seen.length === 1);
    const { id, payload } = JSON.parse(seen[0] ?? '') as WsError;
    expect(id).toBe(String(WS_LIMITS.inFlight));
    expect(payload).toMatchObject({ code: 'BAD_REQUEST', details: { code: 'rate_limited' } });
    expect(waiting).toHaveLength(WS_LIMITS.inFlight);
    for (const finish of waiting.reverse()) finish();
    await until(() => seen.length === 1 + WS_LIMITS.inFlight);
    run = ({ answer }) => Promise.resolve(answer('{"free":true}'));
    ask('again');
    await until(() => seen.at(-1)?.includes('"free":true') ?? false);
  });

  it('learn that nobody waits any more', async () => {
    const gone = new Promise<void>((resolve) => {
      run = ({ ctx }) =>
        new Promise<void>((done) => {
          ctx.signal?.addEventListener('abort', () => {
            resolve();
            done();
          });
          peer.terminate();
        });
    });
    ask('1');
    await gone;
  });

  it('that fail for a reason of ours show nothing of it', async () => {
    run = () => Promise.reject(new Error('secret of /srv/kenny.ts'));
    ask('1');
    await until(() => seen.length === 1);
    expect(seen[0]).toContain('"INTERNAL_ERROR"');
    expect(seen[0]).not.toContain('secret');
  });
});
