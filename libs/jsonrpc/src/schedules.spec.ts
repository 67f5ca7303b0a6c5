import fc from 'fast-check';
import { request, Wire } from '../test/wire.js';
import type { Params, RequestContext } from './index.js';

/**
 * Requests, cancels and ends of handlers in any order. Whatever the schedule: every id is answered
 * exactly once, quick requests of one key begin and are answered in the order in which they came, and
 * events that belong behind an answer stand behind it, in their order.
 */
type Act =
  | { act: 'ask'; method: 'quick' | 'slow'; key: number; later: boolean }
  | { act: 'cancel'; nth: number }
  | { act: 'finish'; nth: number; fails: boolean }
  | { act: 'event'; nth: number }
  | { act: 'rest' };

const nth = fc.nat(30);
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ act: fc.constant('ask' as const), method: fc.constantFrom('quick', 'slow') },
      ...{ key: fc.nat(2), later: fc.boolean() },
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('finish' as const), nth, fails: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('event' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('rest' as const) }) },
);

const rest = () => new Promise((resolve) => setImmediate(resolve));

/** A peer whose handlers end when the schedule says so. */
class Schedule {
  readonly wire = new Wire({ limits: { maxInFlight: 8 } }).start();
  readonly asked: { id: number; lane: string }[] = [];
  readonly begun: number[] = [];
  private readonly contexts = new Map<number, RequestContext>();
  private readonly open = new Map<number, (fails: boolean) => void>();
  private events = 0;

  constructor() {
    const handler = ({ later }: Params, context: RequestContext): unknown => {
      const id = Number(context.id);
      this.begun.push(id);
      this.contexts.set(id, context);
      if (later !== true) return 'at once';
      return new Promise((resolve, reject) =>
        this.open.set(id, (fails) => {
          this.open.delete(id);
          if (fails) reject(new Error('failed'));
          else resolve('later');
        }),
      );
    };
    this.wire.peer.onQuick('quick', handler, ({ key }) => String(key));
    this.wire.peer.onSlow('slow', handler);
  }

  async do(act: Act): Promise<void> {
    switch (act.act) {
      case 'ask': {
        const { method, key, later } = act;
        const id = this.asked.length + 1;
        this.asked.push({ id, lane: method === 'quick' ? `quick ${key}` : `slow ${id}` });
        return this.wire.send(request(id, method, { key, later }));
      }
      case 'cancel':
        return this.wire.send({
          ...{ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: act.nth } },
        });
      case 'finish':
        return [...this.open.values()][act.nth % this.open.size]?.(act.fails);
      case 'event': {
        const after = [...this.contexts.values()].at(act.nth % (this.contexts.size || 1));
        if (!after) return;
        this.wire.peer.notify('event', { of: after.id, n: (this.events += 1) }, { after });
        return;
      }
      case 'rest':
        await rest();
    }
  }

  /** Lets all handlers end. */
  async finish(): Promise<void> {
    const answers = () => this.wire.told.filter(({ method }) => method === undefined).length;
    for (let turn = 0; answers() < this.asked.length || this.open.size > 0; turn++) {
      if (turn > 10_000) throw new Error('some request is never answered');
      for (const end of this.open.values()) end(false);
      await rest();
    }
    await this.wire.end();
  }
}

it('any schedule keeps the order of each key and answers each id exactly once', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 60 }), async (acts) => {
      const schedule = new Schedule();
      for (const act of acts) await schedule.do(act);
      await schedule.finish();
      const { wire, asked, begun } = schedule;
      const answers = wire.told.flatMap(({ id, method }) => (method === undefined ? [id] : []));
      expect([...answers].sort((a, b) => Number(a) - Number(b))).toEqual(asked.map(({ id }) => id));
      for (const lane of new Set(asked.map(({ lane }) => lane))) {
        const ids = asked.filter((one) => one.lane === lane).map(({ id }) => id);
        expect(answers.filter((id) => ids.includes(Number(id)))).toEqual(ids);
        expect(begun.filter((id) => ids.includes(id))).toEqual(ids);
      }
      const seen = new Map<unknown, number>();
      wire.told.forEach(({ id, method, params }, at) => {
        if (method === undefined) return void seen.set(id, 0);
        const { of, n } = params as { of: number; n: number };
        expect({ at, behind: seen.get(of) ?? 'before its answer' }).toEqual({
          ...{ at, behind: expect.any(Number) as number },
        });
        expect(n).toBeGreaterThan(seen.get(of) ?? 0);
        seen.set(of, n);
      });
      expect(wire.peer.load).toMatchObject({
        inFlight: 0,
        unanswered: 0,
        lanes: 0,
        queuedBytes: 0,
      });
    }),
    { numRuns: 200 },
  ));
