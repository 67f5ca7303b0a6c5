import { PassThrough } from 'node:stream';
import { frame, HeldClock, Logged, Wire } from '../test/wire.js';
import { ACP_CANCEL, newline, Peer, RpcError, RpcTimeoutError, type PeerOptions } from './index.js';

const rest = () => new Promise((resolve) => setImmediate(resolve));

describe('a request of ours', () => {
  let wire: Wire;
  beforeEach(() => {
    wire = new Wire().start();
  });

  it('gets the answer with its id, in whatever order they come', async () => {
    const asked = Promise.all([wire.peer.request('a', { n: 1 }), wire.peer.request('b')]);
    expect(await wire.heard(2)).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'a', params: { n: 1 } },
      { jsonrpc: '2.0', id: 2, method: 'b' },
    ]);
    wire.send({ jsonrpc: '2.0', id: 2, result: null }, { jsonrpc: '2.0', id: 1, result: 'one' });
    await expect(asked).resolves.toEqual(['one', null]);
    expect(wire.peer.load.calls).toBe(0);
  });

  it('tells its answer before the next message is looked at', async () => {
    const seen: unknown[] = [];
    wire.peer.onNotification('note', () => void seen.push('note'));
    const onAnswer = (answer: unknown): void => void seen.push(answer);
    const asked = wire.peer.request('a', {}, { onAnswer });
    const failed = expect(wire.peer.request('b', {}, { onAnswer })).rejects.toThrow('no');
    const note = frame({ jsonrpc: '2.0', method: 'note' });
    const error = { code: 1, message: 'no' };
    const first = frame({ jsonrpc: '2.0', id: 1, result: 'one' });
    wire.raw(Buffer.concat([first, note, frame({ jsonrpc: '2.0', id: 2, error }), note]));
    await expect(asked).resolves.toBe('one');
    await failed;
    await rest();
    expect(seen).toMatchObject([{ result: 'one' }, 'note', { error }, 'note']);
  });

  it('fails when whoever is told its answer first does, and what follows is read', async () => {
    const onAnswer = (): void => {
      throw new Error('not like this');
    };
    const asked = expect(wire.peer.request('a', {}, { onAnswer })).rejects.toThrow('not like this');
    const next = wire.peer.request('b');
    wire.send({ jsonrpc: '2.0', id: 1, result: 1 }, { jsonrpc: '2.0', id: 2, result: 2 });
    await asked;
    await expect(next).resolves.toBe(2);
  });

  it('fails with the error of the other side', async () => {
    const asked = wire.peer.request('a').catch((error: unknown) => error);
    wire.send({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'log in', data: [1] } });
    const error = await asked;
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32000, message: 'log in', data: [1] });
  });

  it.each([
    { id: 1, result: 7 },
    { jsonrpc: '2.0', id: 1, error: 'text' },
    { jsonrpc: '2.0', id: 1, error: { message: 'no code' } },
  ])('fails, and does not wait without end, when the answer is broken: %j', async (answer) => {
    const asked = expect(wire.peer.request('a')).rejects.toThrow('The answer is not valid');
    wire.send(answer);
    await asked;
  });

  it('that nobody answers in time fails, and the other side is told', async () => {
    const asked = expect(wire.peer.request('a', {}, { timeoutMs: 50 })).rejects.toThrow(
      RpcTimeoutError,
    );
    wire.clock.advance(50);
    await asked;
    const [, cancel] = await wire.heard(2);
    expect(cancel).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    wire.send({ jsonrpc: '2.0', id: 1, result: 'late' });
    await wire.end();
    expect(wire.told).toHaveLength(2);
  });

  it('ends with its signal, and the other side is told', async () => {
    const aborter = new AbortController();
    const asked = wire.peer.request('a', {}, { signal: aborter.signal, timeoutMs: 50 });
    aborter.abort(new Error('not needed'));
    await expect(asked).rejects.toThrow('not needed');
    expect(await wire.heard(2)).toMatchObject([{}, { params: { id: 1 } }]);
    expect(wire.clock.pending).toBe(0);
  });

  it('whose signal is aborted already is not sent', async () => {
    const signal = AbortSignal.abort(new Error('not needed'));
    await expect(wire.peer.request('a', {}, { signal })).rejects.toThrow('not needed');
    await wire.end();
    expect(wire.told).toEqual([]);
  });

  it('that is not JSON is not sent', async () => {
    await expect(wire.peer.request('a', { n: 1n })).rejects.toThrow(TypeError);
    expect(wire.peer.load.calls).toBe(0);
  });
});

describe('lines', () => {
  /** A peer that speaks lines, and what it made of those that it was given. */
  async function given(bytes: string | Uint8Array, options: Partial<PeerOptions> = {}) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const junk: string[] = [];
    const peer = new Peer({
      ...{ input, output, framing: newline, clock: new HeldClock(), log: new Logged() },
      ...{ onJunk: (text: string) => junk.push(text), ...options },
    });
    const seen: unknown[] = [];
    peer.onNotification('update', (params) => void seen.push(params['text']));
    peer.onQuick('echo', (params) => params);
    peer.start();
    input.end(bytes);
    await peer.closed;
    const written = String((output.read() as Buffer | null) ?? '');
    return { seen, junk, written };
  }
  const update = (text: string) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'update', params: { text } });

  it('end in LF or in CR LF, and empty ones are nothing', async () => {
    const { seen, junk } = await given(`${update('a')}\n\n\r\n${update('b')}\r\n`);
    expect({ seen, junk }).toEqual({ seen: ['a', 'b'], junk: [] });
  });

  it('do not end at U+2028, U+2029, U+0085 or a CR', async () => {
    const text = 'a\u2028b\u2029c\u0085d';
    expect((await given(`${update(text)}\n`)).seen).toEqual([text]);
    expect((await given(`${update('x').replace(',', ',\r')}\n`)).seen).toEqual(['x']);
  });

  it('that are no messages are reported and skipped', async () => {
    const lines = ['Starting…', '[info] ready', '{ not: json }', '{"level":30}', '7', 'null'];
    const { seen, junk, written } = await given(`${lines.join('\n')}\n${update('a')}\n`);
    expect({ seen, junk, written }).toEqual({ seen: ['a'], junk: lines, written: '' });
  });

  it('that are not UTF-8 are reported, too', async () => {
    const { junk } = await given(Uint8Array.of(0xff, 0xfe, 0x0a));
    expect(junk).toEqual(['\ufffd\ufffd']);
  });

  it('that are no messages are reported by their beginning', async () => {
    const { junk } = await given(`${'ü'.repeat(2000)}\n`);
    expect(junk).toEqual(['ü'.repeat(1000)]);
  });

  it('that are too long are discarded to their end: messages are refused, others are reported', async () => {
    const long = 'x'.repeat(200);
    const { seen, junk, written } = await given(`${update(long)}\n${long}\n${update('a')}\n`, {
      limits: { maxBodyBytes: 100 },
    });
    expect({ seen, junk }).toEqual({ seen: ['a'], junk: [long] });
    expect(JSON.parse(written)).toMatchObject({
      ...{
        id: null,
        error: { code: -32600, data: { code: 'frame_too_large', maxBodyBytes: 100 } },
      },
    });
  });

  it('may be as long as the limit, without their end', async () => {
    const limits = { maxBodyBytes: update('a').length };
    expect((await given(`${update('a')}\r\n${update('b')}\n`, { limits })).seen).toEqual([
      'a',
      'b',
    ]);
  });

  it('that were meant as messages are refused, as a server refuses them', async () => {
    const { written, junk } = await given('{"id":1,"method":"echo"}\n[]\n');
    expect(junk).toEqual([]);
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  it('of a caller whose callback fails are read on', async () => {
    const onJunk = () => {
      throw new Error('bad callback');
    };
    expect((await given(`junk\n${update('a')}\n`, { onJunk })).seen).toEqual(['a']);
  });

  it('are written without line ends inside, of whatever kind', async () => {
    const params = { text: 'a\nb\r\u2028\u2029c' };
    const { written } = await given(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'echo', params })}\n`,
    );
    expect(written).toMatch(/^[^\n\r\u2028\u2029]+\n$/);
    expect(JSON.parse(written)).toEqual({ jsonrpc: '2.0', id: 1, result: params });
  });

  it('can take back a request by ACP’s own notification', async () => {
    const wire = new Wire({ cancelBy: ACP_CANCEL }).start();
    const aborter = new AbortController();
    const asked = expect(
      wire.peer.request('session/prompt', {}, { signal: aborter.signal }),
    ).rejects.toThrow();
    aborter.abort();
    await asked;
    expect(await wire.heard(2)).toMatchObject([
      {},
      { method: '$/cancel_request', params: { requestId: 1 } },
    ]);
    wire.peer.onSlow('slow', () => new Promise(() => undefined));
    wire.raw(frame({ jsonrpc: '2.0', id: 'x', method: 'slow' }));
    await rest();
    wire.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'x' } });
    expect((await wire.heard(3))[2]).toMatchObject({ id: 'x', error: { code: -32800 } });
  });
});
