import { request, Wire } from '../test/wire.js';
import type { Params } from './index.js';

const rest = () => new Promise((resolve) => setImmediate(resolve));
const text = (length: number): Params => ({ text: 'x'.repeat(length) });

describe('more requests than may be in flight', () => {
  it('are not read before one of those is done', async () => {
    const wire = new Wire({ limits: { maxInFlight: 3 } }).start();
    const ends: (() => void)[] = [];
    wire.peer.onSlow('slow', () => new Promise<void>((resolve) => ends.push(resolve)));
    for (let id = 1; id <= 5; id++) wire.send(request(id, 'slow'));
    await rest();
    expect(ends).toHaveLength(3);
    ends[1]?.();
    await wire.heard(1);
    await rest();
    expect(ends).toHaveLength(4);
    expect(wire.told).toMatchObject([{ id: 2 }]);
    for (const end of ends) end();
    await rest();
    for (const end of ends) end();
    expect(await wire.heard(5)).toHaveLength(5);
  });

  it('stay so when they are cancelled and go on nevertheless', async () => {
    const wire = new Wire({ limits: { maxInFlight: 2 } }).start();
    let begun = 0;
    wire.peer.onSlow('deaf', () => {
      begun += 1;
      return new Promise(() => undefined);
    });
    for (let id = 1; id <= 4; id++) {
      wire.send(request(id, 'deaf'), {
        ...{ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } },
      });
    }
    await wire.heard(1);
    await rest();
    expect(begun).toBe(2);
  });
});

describe('a client that does not read', () => {
  it('is told by notify when there is no room, and drained says when there is', async () => {
    const wire = new Wire({ outputRoom: 100, limits: { maxQueuedBytes: 1000 } }).start();
    expect(wire.peer.notify('a', text(500))).toBe(true);
    expect(wire.peer.notify('b', text(500))).toBe(false);
    const drained = wire.peer.drained();
    wire.readOutput();
    await drained;
    expect(wire.peer.notify('c', {})).toBe(true);
    expect(await wire.heard(3)).toHaveLength(3);
    await rest();
    expect(wire.peer.load.queuedBytes).toBe(0);
  });

  it('loses what may be lost, from the first to the moment when there is room, and the owner is told of both', async () => {
    const told: unknown[] = [];
    const wire = new Wire({
      ...{ outputRoom: 100, limits: { maxQueuedBytes: 1000 } },
      onOverflow: () => told.push('overflow'),
      onDrained: ({ dropped }) => {
        told.push(dropped);
        wire.peer.notify('resync');
      },
    }).start();
    wire.peer.notify('full', text(2000));
    for (const n of [1, 2, 3]) wire.peer.notify('delta', { n }, { droppable: true });
    wire.peer.notify('kept', {});
    expect(told).toEqual(['overflow']);
    wire.readOutput();
    await wire.peer.drained();
    wire.peer.notify('delta', { n: 4 }, { droppable: true });
    await wire.heard(4);
    expect(told).toEqual(['overflow', 3]);
    const methods = wire.told.map(({ method }) => method);
    expect(methods).toEqual(['full', 'kept', 'resync', 'delta']);
  });

  it('loses what would go beyond the bound, but is told of a single one that is larger', async () => {
    const lossy = { droppable: true } as const;
    const limits = { maxQueuedBytes: 1000 };
    const wire = new Wire({ outputRoom: 100, limits }).start();
    expect(wire.peer.notify('large', text(2000), lossy)).toBe(false);
    expect(wire.peer.load.queuedBytes).toBeGreaterThan(2000);
    wire.readOutput();
    await wire.heard(1);
    await rest();
    expect(wire.peer.notify('a', text(600), lossy)).toBe(true);
    expect(wire.peer.notify('b', text(600), lossy)).toBe(false);
    expect(wire.peer.load.queuedBytes).toBeLessThanOrEqual(1000);
    expect(await wire.heard(2)).toMatchObject([{ method: 'large' }, { method: 'a' }]);
  });

  it('is not read from while it does not read', async () => {
    const wire = new Wire({ outputRoom: 100, limits: { maxQueuedBytes: 1000 } }).start();
    let asked = 0;
    wire.peer.onQuick('large', () => {
      asked += 1;
      return text(600);
    });
    for (let id = 1; id <= 50; id++) wire.send(request(id, 'large'));
    await rest();
    expect(asked).toBeLessThan(5);
    wire.readOutput();
    expect(await wire.heard(50)).toHaveLength(50);
  });

  it('cannot make refusals pile up either', async () => {
    const wire = new Wire({ outputRoom: 100, limits: { maxQueuedBytes: 1000 } }).start();
    for (let id = 1; id <= 500; id++) wire.send(request(id, 'nope'));
    await rest();
    expect(wire.peer.load.queuedBytes).toBeLessThan(1500);
    wire.readOutput();
    expect(await wire.heard(500)).toHaveLength(500);
  });

  it('makes held back notifications count', () => {
    const wire = new Wire({ outputRoom: 100, limits: { maxQueuedBytes: 1000 } }).start();
    wire.peer.onSlow('slow', (_, after) => {
      expect(wire.peer.notify('event', text(600), { after })).toBe(true);
      expect(wire.peer.notify('event', text(600), { after })).toBe(false);
    });
    wire.readOutput();
    wire.send(request(1, 'slow'));
    return expect(wire.heard(3)).resolves.toMatchObject([{ id: 1, result: null }, {}, {}]);
  });
});

it('10,000 requests leave nothing behind', async () => {
  const wire = new Wire().start();
  wire.peer.onQuick(
    'quick',
    (params) => params,
    ({ key }) => String(key),
  );
  wire.peer.onSlow('slow', async (params) => params);
  wire.peer.onNotification(
    'note',
    async () => undefined,
    ({ key }) => String(key),
  );
  const ours = [];
  for (let id = 1; id <= 10_000; id++) {
    wire.send(request(id, id % 3 ? 'quick' : 'slow', { key: id % 7 }));
    if (id % 5 === 0) wire.send({ jsonrpc: '2.0', method: 'note', params: { key: id } });
    if (id % 6 === 0) wire.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
    if (id % 100 === 0) {
      ours.push(wire.peer.request('ask', {}, { timeoutMs: 1000 }));
      wire.send({ jsonrpc: '2.0', id: id / 100, result: {} });
    }
  }
  await Promise.all(ours);
  const told = await wire.heard(10_100);
  await rest();
  const answered = told.filter(({ method }) => method === undefined).map(({ id }) => id);
  expect(new Set(answered).size).toBe(10_000);
  expect(answered).toHaveLength(10_000);
  expect(wire.peer.load).toEqual({
    ...{ inFlight: 0, unanswered: 0, lanes: 0 },
    ...{ calls: 0, queuedBytes: 0, keptBytes: 0 },
  });
  expect(wire.clock.pending).toBe(0);
});
