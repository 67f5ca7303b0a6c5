import { request, Wire, type Told } from '../test/wire.js';
import { LSP_CANCEL, type Params, type RequestContext } from './index.js';

/** Handlers that end when the test says so. */
class Work {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (result: unknown) => void>();

  readonly handler = ({ name }: Params): Promise<unknown> => {
    this.begun.push(String(name));
    return new Promise((resolve) => this.ends.set(String(name), resolve));
  };

  async end(name: string): Promise<void> {
    this.ends.get(name)?.('done');
    await rest();
  }
}

/** Everything that is due has happened. */
const rest = () => new Promise((resolve) => setImmediate(resolve));
const ids = (told: Told[]) => told.map(({ id, method }) => id ?? method);

let wire: Wire;
let work: Work;
beforeEach(() => {
  wire = new Wire().start();
  work = new Work();
});

const ask = (id: number, method: string, params: Params = {}) =>
  request(id, method, { name: String(id), ...params });

describe('quick methods', () => {
  it('have one order for all when nothing else is said', async () => {
    wire.peer.onQuick('one', work.handler);
    wire.peer.onQuick('two', work.handler);
    wire.send(ask(1, 'one'), ask(2, 'two'));
    await rest();
    expect(work.begun).toEqual(['1']);
    await work.end('1');
    expect(work.begun).toEqual(['1', '2']);
    await work.end('2');
    expect(ids(await wire.heard(2))).toEqual([1, 2]);
  });

  it('have an order for each key', async () => {
    wire.peer.onQuick('one', work.handler, ({ session }) => String(session));
    wire.send(ask(1, 'one', { session: 'a' }), ask(2, 'one', { session: 'a' }));
    wire.send(ask(3, 'one', { session: 'b' }));
    await rest();
    expect(work.begun).toEqual(['1', '3']);
    await work.end('3');
    await work.end('1');
    await work.end('2');
    expect(ids(await wire.heard(3))).toEqual([3, 1, 2]);
  });

  it('are not cancelled: their answer is on its way', async () => {
    wire.peer.onQuick('one', work.handler);
    wire.send(ask(1, 'one'), { jsonrpc: '2.0', method: LSP_CANCEL.method, params: { id: 1 } });
    await rest();
    await work.end('1');
    expect(await wire.heard(1)).toMatchObject([{ id: 1, result: 'done' }]);
  });

  it('whose key cannot be told are answered as an internal error, and hold up nothing', async () => {
    wire.peer.onQuick('one', work.handler, () => {
      throw new Error('no key');
    });
    wire.peer.onQuick('two', () => 'two');
    wire.send(ask(1, 'one'), ask(2, 'two'));
    expect(await wire.heard(2)).toMatchObject([{ id: 1, error: { code: -32603 } }, { id: 2 }]);
    expect(wire.peer.load).toMatchObject({ inFlight: 0, unanswered: 0, lanes: 0 });
  });
});

describe('slow methods', () => {
  beforeEach(() => wire.peer.onSlow('slow', work.handler));

  it('hold up nothing', async () => {
    wire.peer.onQuick('quick', () => 'quick');
    wire.send(ask(1, 'slow'), ask(2, 'slow'), ask(3, 'quick'));
    expect(ids(await wire.heard(1))).toEqual([3]);
    await work.end('2');
    await work.end('1');
    expect(ids(await wire.heard(3))).toEqual([3, 2, 1]);
  });

  it('are cancelled by their signal, answered at once, and only once', async () => {
    let signal: AbortSignal | undefined;
    wire.peer.onSlow('watched', (params, context) => {
      ({ signal } = context);
      return work.handler(params);
    });
    wire.send(ask(1, 'watched'), { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    expect(await wire.heard(1)).toMatchObject([
      { id: 1, error: { code: -32800, data: { code: 'cancelled' } } },
    ]);
    expect(signal?.aborted).toBe(true);
    expect(wire.peer.load).toMatchObject({ inFlight: 1, unanswered: 0 });
    await work.end('1');
    expect(wire.peer.load).toMatchObject({ inFlight: 0 });
    await wire.end();
    expect(wire.told).toHaveLength(1);
  });

  it('that fail otherwise after their cancel are logged', async () => {
    wire.peer.onSlow('stubborn', async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('could not clean up');
    });
    wire.peer.onSlow('obedient', async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    for (const [id, method] of [
      [1, 'obedient'],
      [2, 'stubborn'],
    ] as const) {
      wire.send(ask(id, method), { jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
    }
    await wire.heard(2);
    await rest();
    expect(wire.log.lines).toMatchObject([{ facts: { method: 'stubborn' } }]);
  });

  it.each([{}, { id: null }, { id: '1' }, null, [1]])('are not cancelled by %j', async (params) => {
    wire.send(ask(1, 'slow'), { jsonrpc: '2.0', method: '$/cancelRequest', params });
    await rest();
    await work.end('1');
    expect(await wire.heard(1)).toMatchObject([{ id: 1, result: 'done' }]);
  });
});

describe('notifications of the other side', () => {
  it('are handled in order for each key, and those done at once before the answer behind them', async () => {
    const seen: unknown[] = [];
    wire.peer.onNotification('update', ({ n }) => void seen.push(n));
    const answer = wire.peer.request('prompt').then(() => [...seen]);
    wire.send(
      { jsonrpc: '2.0', method: 'update', params: { n: 1 } },
      { jsonrpc: '2.0', method: 'update', params: { n: 2 } },
      { jsonrpc: '2.0', id: 1, result: {} },
    );
    await expect(answer).resolves.toEqual([1, 2]);
  });

  it('hold up nothing when their key is null', async () => {
    wire.peer.onNotification('update', work.handler, () => null);
    const update = (name: string) => ({ jsonrpc: '2.0', method: 'update', params: { name } });
    wire.send(update('first'), update('second'));
    await rest();
    expect(work.begun).toEqual(['first', 'second']);
    expect(wire.peer.load).toMatchObject({ inFlight: 2, lanes: 0 });
    await work.end('second');
    await work.end('first');
    expect(wire.peer.load).toMatchObject({ inFlight: 0 });
  });

  it('leave everybody else a turn, however many come at once', async () => {
    let others = 0;
    const between: number[] = [];
    wire.peer.onNotification('update', () => void between.push(others));
    const turn = (): void => {
      others += 1;
      if (between.length < 1_000) setImmediate(turn);
    };
    setImmediate(turn);
    const many = Array.from({ length: 1_000 }, () => ({ jsonrpc: '2.0', method: 'update' }));
    wire.send(...many);
    await wire.end();
    expect(between).toHaveLength(1_000);
    const last = between.at(-1) ?? 0;
    expect(last - (between[0] ?? 0)).toBeGreaterThan(20);
  });

  it('that fail are logged, and the next one is handled', async () => {
    const seen: unknown[] = [];
    wire.peer.onNotification('update', async ({ n }) => {
      if (n === 1) throw new Error('bad');
      seen.push(n);
    });
    for (const n of [1, 2]) wire.send({ jsonrpc: '2.0', method: 'update', params: { n } });
    await wire.end();
    expect(seen).toEqual([2]);
    expect(wire.log.lines).toMatchObject([{ facts: { method: 'update' } }]);
  });
});

describe('what leaves behind an answer', () => {
  const notes = (told: Told[]) => ids(told);

  it('is held back until the answer, and keeps its order', async () => {
    let context: RequestContext | undefined;
    wire.peer.onQuick('start', async (params, given) => {
      context = given;
      wire.peer.notify('event/1', {}, { after: given });
      const result = await work.handler(params);
      wire.peer.notify('event/2', {}, { after: given });
      return result;
    });
    wire.send(ask(7, 'start'));
    await rest();
    wire.peer.notify('other');
    await work.end('7');
    wire.peer.notify('event/3', {}, { after: context });
    expect(notes(await wire.heard(5))).toEqual(['other', 7, 'event/1', 'event/2', 'event/3']);
  });

  it('leaves behind an error and a cancel, too', async () => {
    wire.peer.onSlow('slow', (params, after) => {
      wire.peer.notify('event', {}, { after });
      return work.handler(params);
    });
    wire.peer.onQuick('bad', (_, after) => {
      wire.peer.notify('event', {}, { after });
      throw new Error('bad');
    });
    wire.send(ask(1, 'slow'), ask(2, 'bad'));
    wire.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    expect(notes(await wire.heard(4))).toEqual([2, 'event', 1, 'event']);
  });

  it('can be started by a hook that runs behind the answer', async () => {
    wire.peer.onQuick('start', (_, context) => {
      context.afterReply(() => {
        wire.peer.notify('event/1');
        context.afterReply(() => void wire.peer.notify('event/2'));
      });
      return 'started';
    });
    wire.peer.onQuick('next', () => 'next');
    wire.send(ask(1, 'start'), ask(2, 'next'));
    expect(notes(await wire.heard(4))).toEqual([1, 'event/1', 'event/2', 2]);
  });

  it('does not take the connection with it when its hook fails', async () => {
    wire.peer.onQuick('start', (_, context) => {
      context.afterReply(() => {
        throw new Error('bad hook');
      });
    });
    wire.send(ask(1, 'start'), ask(2, 'start'));
    await wire.heard(2);
    expect(wire.log.lines).toHaveLength(2);
  });
});
