import { request, Wire } from '../test/wire.js';
import { RpcClosedError } from './index.js';

/** A method that ends only by its signal. */
function withHanging(wire: Wire): AbortSignal[] {
  const signals: AbortSignal[] = [];
  wire.peer.onSlow('hang', (_, { signal }) => {
    signals.push(signal);
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  });
  wire.start();
  return signals;
}

const shuttingDown = (id: number) => ({
  ...{ id, error: { code: -32600, data: { code: 'shutting_down' } } },
});

describe('the end of the input', () => {
  it('aborts and answers what is at work, and what was answered still leaves', async () => {
    const wire = new Wire();
    const signals = withHanging(wire);
    wire.peer.onQuick('quick', () => 'done');
    wire.send(request(1, 'hang'), request(2, 'quick'));
    await expect(wire.end()).resolves.toEqual({ reason: 'end' });
    expect(wire.told).toMatchObject([{ id: 2, result: 'done' }, shuttingDown(1)]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(wire.peer.load).toMatchObject({ unanswered: 0, queuedBytes: 0 });
  });

  it('fails what was asked of the other side', async () => {
    const wire = new Wire().start();
    const asked = expect(wire.peer.request('ask')).rejects.toThrow(RpcClosedError);
    await wire.end();
    await asked;
    await expect(wire.peer.request('ask')).rejects.toThrow('The connection ended (end)');
    expect(wire.peer.notify('note')).toBe(false);
  });

  it('is not held up by a client that does not read: it waits two seconds at most', async () => {
    const wire = new Wire({ outputRoom: 10 }).start();
    wire.peer.notify('note', { text: 'x'.repeat(100) });
    wire.peer.notify('note', { text: 'x'.repeat(100) });
    wire.input.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(wire.clock.pending).toBe(1);
    wire.clock.advance(2000);
    await expect(wire.peer.closed).resolves.toEqual({ reason: 'end' });
    expect(wire.output.destroyed).toBe(true);
  });

  it('by an error is an end with its reason', async () => {
    const wire = new Wire().start();
    wire.input.destroy(new Error('broken cable'));
    await expect(wire.peer.closed).resolves.toMatchObject({
      ...{ reason: 'end', error: { message: 'broken cable' } },
    });
  });
});

describe('a frame that is fatal', () => {
  it('is answered last, and nothing behind it is read', async () => {
    const wire = new Wire();
    withHanging(wire);
    wire.send(request(1, 'hang'));
    wire.raw('no header\n');
    wire.send(request(2, 'hang'));
    const closed = await wire.peer.closed;
    expect(closed).toMatchObject({ reason: 'fatal', error: expect.any(Error) as Error });
    expect(wire.told).toMatchObject([
      shuttingDown(1),
      { id: null, error: { code: -32600, data: { code: 'frame_invalid' } } },
    ]);
    expect(wire.input.destroyed).toBe(true);
  });
});

describe('an output that is closed', () => {
  it('ends the connection, and aborts what is at work', async () => {
    const wire = new Wire();
    const signals = withHanging(wire);
    wire.send(request(1, 'hang'));
    await new Promise((resolve) => setImmediate(resolve));
    wire.output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await expect(wire.peer.closed).resolves.toMatchObject({
      ...{ reason: 'output', error: { code: 'EPIPE' } },
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(wire.input.destroyed).toBe(true);
  });

  it('ends the wait for room', async () => {
    const wire = new Wire({ outputRoom: 10, limits: { maxQueuedBytes: 10 } }).start();
    wire.peer.notify('note', { text: 'x'.repeat(100) });
    const drained = wire.peer.drained();
    wire.output.destroy();
    await drained;
    await expect(wire.peer.closed).resolves.toMatchObject({ reason: 'output' });
  });
});

describe('close', () => {
  it('from a hook behind an answer writes that answer first', async () => {
    const wire = new Wire();
    withHanging(wire);
    wire.peer.onQuick('shutdown', (_, { afterReply }) => {
      afterReply(() => void wire.peer.close());
      return { ok: true };
    });
    wire.send(request(1, 'hang'), request(2, 'shutdown'));
    await expect(wire.peer.closed).resolves.toEqual({ reason: 'closed' });
    expect(wire.told).toMatchObject([{ id: 2, result: { ok: true } }, shuttingDown(1)]);
  });

  it('is the same twice', async () => {
    const wire = new Wire().start();
    expect(await Promise.all([wire.peer.close(), wire.peer.close()])).toHaveLength(2);
  });

  it('can be prepared by refusing what is new', async () => {
    const wire = new Wire().start();
    wire.peer.onQuick('quick', () => 'done');
    wire.peer.refuseNew('Updating: come back in a minute');
    wire.send(request(1, 'quick'));
    expect(await wire.heard(1)).toMatchObject([
      { ...shuttingDown(1), error: { message: 'Updating: come back in a minute' } },
    ]);
  });
});
