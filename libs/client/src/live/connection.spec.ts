import { WS_CLOSE_CODES } from '@kenny/contract/web';
import { systemClock } from '@kenny/kernel';
import { AServer } from '../../test/a-server.js';
import { ClientError } from '../errors/client-error.js';
import { LiveConnection, UnreadableError, type ConnectionFacts } from './connection.js';
import { ANSWER_MS, QUIET_MS } from './heartbeat.js';
import type { SocketEnd } from './socket.js';

describe('a live connection', () => {
  let server: AServer;
  let facts: ConnectionFacts;
  let ends: SocketEnd[];
  let live: LiveConnection;
  let again: (end: SocketEnd) => boolean;

  beforeEach(() => {
    jest.useFakeTimers();
    [server, ends, again] = [new AServer(), [], () => true];
    live = new LiveConnection({
      open: server.open,
      clock: systemClock,
      random: () => 1,
      again: (end) => again(end),
      changed: (now) => (facts = now),
      ended: (end) => ends.push(end),
    });
    live.connect();
  });
  afterEach(() => {
    live.disconnect();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('comes back by itself, waiting longer until a message has come', async () => {
    for (const wait of [1_000, 2_000, 4_000]) {
      server.last.accept().breakOff();
      expect(facts.state).toBe('waiting');
      const { length } = server.sockets;
      jest.advanceTimersByTime(wait - 1);
      expect(server.sockets).toHaveLength(length);
      jest.advanceTimersByTime(1);
      expect(server.sockets).toHaveLength(length + 1);
    }
    await server.last.accept().push('fleet.patch', {});
    server.last.breakOff();
    jest.advanceTimersByTime(1_000);
    expect(facts.state).toBe('connecting');
  });

  it('counts as broken from the moment it broke, over all attempts', () => {
    const begun = Date.now();
    expect(facts.brokenSince).toBe(begun);
    server.last.breakOff();
    jest.advanceTimersByTime(1_000);
    expect(facts).toEqual({ state: 'connecting', lastHeard: null, brokenSince: begun });
    server.last.accept();
    expect(facts).toEqual({ state: 'open', lastHeard: begun + 1_000, brokenSince: null });
  });

  it('gives up a socket that neither opens nor fails', () => {
    jest.advanceTimersByTime(QUIET_MS + ANSWER_MS);
    expect([facts.state, server.last.closedByClient]).toEqual(['waiting', true]);
  });

  it('answers each request by its id, whatever order the answers have', async () => {
    const socket = server.last.accept();
    const first = live.request('fleet.subscribe', {});
    const second = live.request('approval.subscribe', {});
    await socket.answer('approval.subscribe', { which: 2 });
    await socket.answer('fleet.subscribe', { which: 1 });
    expect([await first, await second]).toEqual([{ which: 1 }, { which: 2 }]);
  });

  it('says what was refused with the code of the table', async () => {
    const socket = server.last.accept();
    const asked = live.request('chat.cancel', { session_id: 's' });
    const refused = expect(asked).rejects.toMatchObject({
      ...{ code: 'not_found', message: 'no such chat', requestId: 'req', details: { n: 1 } },
      raw: '{"error":{"code":"not_found","message":"no such chat","request_id":"req"}}',
    });
    await socket.refuse('chat.cancel', 'not_found', 'no such chat');
    await refused;
  });

  it('leaves no request without an end', async () => {
    await expect(live.request('ping', {})).rejects.toBeInstanceOf(ClientError);
    server.last.accept();
    const broken = expect(live.request('ping', {})).rejects.toMatchObject({ code: 'unreachable' });
    server.last.breakOff();
    await broken;
    jest.advanceTimersByTime(1_000);
    server.last.accept();
    const left = expect(live.request('ping', {})).rejects.toMatchObject({ code: 'unreachable' });
    live.disconnect();
    await left;
  });

  it('does not listen to a socket that it has left', async () => {
    const old = server.last.accept();
    live.lost();
    expect(old.closedByClient).toBe(true);
    live.reconnectNow();
    const heard = jest.fn();
    live.on('fleet.patch', heard);
    server.last.accept();
    await old.push('fleet.patch', {});
    old.breakOff({ code: WS_CLOSE_CODES.accessEnded });
    expect([heard.mock.calls.length, facts.state, ends]).toEqual([0, 'open', []]);
  });

  it('does not come back when access has ended, whatever the program would like', () => {
    const end = { code: WS_CLOSE_CODES.accessEnded, reason: 'the token was revoked' };
    server.last.accept().breakOff(end);
    expect([facts.state, ends]).toEqual(['idle', [end]]);
  });

  it('asks the program whether to come back, and tells it the end', () => {
    again = () => false;
    const error = new Error('no such host');
    server.last.breakOff({ error });
    expect([facts.state, ends]).toEqual(['idle', [{ code: 1006, reason: '', error }]]);
  });

  it.each(['junk', '7', '{}', 'null'])(
    'takes %j for the end of what it can follow',
    async (text) => {
      again = ({ error }) => !(error instanceof UnreadableError);
      await server.last.accept().text(text);
      expect([server.last.closedByClient, ends[0]?.error]).toEqual([
        true,
        expect.any(UnreadableError),
      ]);
    },
  );
});
