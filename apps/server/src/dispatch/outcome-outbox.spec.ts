import type { GateEvent, GateRecord } from '@kenny/gate';
import { FakeClock, strictFake } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { KennyError } from '../kernel/index.js';
import { ChangedMeanwhile, type ApprovalsService } from '../policy/index.js';
import { OutcomeOutbox, type Delivered } from './outcome-outbox.js';

const LOST: GateEvent = { type: 'lose', why: 'disconnect' };
const NOT_RECORDED: GateEvent = { type: 'lose', why: 'not_recorded' };
const answered = (call_id: string, stdout = 'x'): GateEvent => ({
  ...{ type: 'respond', call_id },
  answer: { kind: 'result', result: { stdout } },
});
const refusal = () => new KennyError('conflict', 'the outcome of this call is already known');
const FULL = new Error('SQLITE_FULL: database or disk is full');
const AWAY = new KennyError('unavailable', 'The database cannot be reached just now.');
const TEN_SECONDS = 10_000;

const recordOf = (id: string) => strictFake<GateRecord>('GateRecord', { id });

/** Approvals that take a loss, then an answer, and nothing more; their database can fail. */
class AGate {
  /** What each attempt meets; undefined: the database works. */
  fault: Error | undefined;
  /** Stored, but the answer is lost on the way. */
  storesAllTheSame = false;
  attempts = 0;
  readonly stored: { id: string; event: GateEvent }[] = [];
  readonly told: string[] = [];
  readonly clock = new FakeClock();
  readonly outbox: OutcomeOutbox;

  constructor() {
    const approvals = strictFake<ApprovalsService>('ApprovalsService', {
      apply: (id, event) => Promise.resolve().then(() => this.take(id, event)),
      stored: (id) => {
        if (this.fault) return Promise.reject(this.fault);
        return Promise.resolve({ record: recordOf(id), token_ids: [] });
      },
      announce: ({ id }) => void this.told.push(id),
    });
    this.outbox = new OutcomeOutbox(approvals, this.clock);
  }

  of(id: string): GateEvent[] {
    return this.stored.filter((one) => one.id === id).map((one) => one.event);
  }

  private take(id: string, event: GateEvent): GateRecord {
    this.attempts += 1;
    const { fault } = this;
    if (fault && !this.storesAllTheSame) throw fault;
    const before = this.of(id).at(-1)?.type;
    const fits = event.type === 'respond' ? before !== 'respond' : before === undefined;
    if (!fits) throw refusal();
    this.stored.push({ id, event });
    if (fault) throw fault;
    this.told.push(id);
    return recordOf(id);
  }
}

describe('OutcomeOutbox', () => {
  beforeAll(() => void Logger.overrideLogger(false));
  let gate: AGate;
  beforeEach(() => (gate = new AGate()));

  it('stores at once while the database works', async () => {
    expect(await gate.outbox.deliver('a', answered('1'))).toBe('stored');
    expect(gate.clock.pendingTimers).toBe(0);
    expect(gate.outbox.holds('a')).toBe(false);
  });

  it.each([
    ['a full disk', FULL],
    ['a database that is away', AWAY],
    ['another revision than was read', new ChangedMeanwhile()],
  ])('keeps an outcome over %s and stores it within 10 s after that', async (_, fault) => {
    gate.fault = fault;
    const delivered = gate.outbox.deliver('a', answered('1'));
    await gate.clock.advanceAsync(12_000);
    expect(gate.outbox.holds('a')).toBe(true);
    gate.fault = undefined;
    await gate.clock.advanceAsync(TEN_SECONDS);
    expect(await delivered).toBe('stored');
    expect(gate.of('a')).toEqual([answered('1')]);
    expect(gate.clock.pendingTimers).toBe(0);
  });

  it('waits longer and longer, and 5 s at most', async () => {
    gate.fault = FULL;
    void gate.outbox.deliver('a', answered('1'));
    await gate.clock.advanceAsync(60_000);
    // At 0, 0.1, 0.35, 0.85, 1.85, 3.85, 8.85 s and then every 5 s.
    expect(gate.attempts).toBe(7 + 10);
  });

  it('does not try again what the gate refuses', async () => {
    await gate.outbox.deliver('a', answered('1'));
    expect(await gate.outbox.deliver('a', answered('1'))).toBe('settled');
    expect(gate.stored).toHaveLength(1);
    expect(gate.clock.pendingTimers).toBe(0);
  });

  it('takes the first step that fits', async () => {
    await gate.outbox.deliver('a', LOST);
    expect(await gate.outbox.deliver('a', LOST, answered('1'))).toBe('stored');
    expect(gate.of('a')).toEqual([LOST, answered('1')]);
  });

  it('tells of a step whose commit was not answered, and stores it once', async () => {
    gate.fault = AWAY;
    gate.storesAllTheSame = true;
    const delivered = gate.outbox.deliver('a', answered('1'));
    await gate.clock.advanceAsync(0);
    expect(gate.told).toEqual([]);
    gate.fault = undefined;
    await gate.clock.advanceAsync(TEN_SECONDS);
    expect(await delivered).toBe('settled');
    expect(gate.told).toEqual(['a']);
    expect(gate.of('a')).toHaveLength(1);
  });

  it('one approval that always fails does not hold up the others', async () => {
    gate.fault = FULL;
    void gate.outbox.deliver('a', answered('1'));
    await gate.clock.advanceAsync(0);
    gate.fault = undefined;
    expect(await gate.outbox.deliver('b', answered('2'))).toBe('stored');
  });

  it('beyond 64 MiB keeps which call it was, so that its PC is asked', async () => {
    gate.fault = FULL;
    const long = 'x'.repeat(8 * 1024 * 1024 - 1024);
    const delivered: Record<string, Delivered> = {};
    const all = Array.from({ length: 10 }, async (_, index) => {
      const id = `apr_${index}`;
      delivered[id] = await gate.outbox.deliver(id, answered(id, long));
    });
    await gate.clock.advanceAsync(0);
    expect(delivered).toEqual({ apr_8: 'not_kept', apr_9: 'not_kept' });
    gate.fault = undefined;
    await gate.clock.advanceAsync(TEN_SECONDS);
    await Promise.all(all);
    expect(gate.of('apr_7')).toMatchObject([{ type: 'respond' }]);
    expect(gate.of('apr_8')).toEqual([NOT_RECORDED]);
    expect(gate.of('apr_9')).toEqual([NOT_RECORDED]);
  });

  it('tries once more when the server stops, and leaves the rest to the next start', async () => {
    gate.fault = FULL;
    const delivered = gate.outbox.deliver('a', answered('1'));
    await gate.clock.advanceAsync(0);
    const { attempts } = gate;
    await gate.outbox.beforeApplicationShutdown();
    expect(gate.attempts).toBe(attempts + 1);
    expect(await delivered).toBe('not_kept');
    expect(gate.clock.pendingTimers).toBe(0);
    expect(await gate.outbox.deliver('b', answered('2'))).toBe('not_kept');
    expect(gate.clock.pendingTimers).toBe(0);
  });

  it('stores at that last attempt what can be stored', async () => {
    gate.fault = FULL;
    const delivered = gate.outbox.deliver('a', answered('1'));
    await gate.clock.advanceAsync(0);
    gate.fault = undefined;
    await gate.outbox.beforeApplicationShutdown();
    expect(await delivered).toBe('stored');
  });

  it('keeps the order of each approval and stores nothing twice, whatever fails when', async () => {
    type Act =
      | { readonly do: 'lose' | 'answer'; readonly id: string }
      | { readonly do: 'pass'; readonly ms: number }
      | { readonly do: 'break'; readonly how: Error; readonly storesAllTheSame: boolean }
      | { readonly do: 'mend' };
    const delivery = fc.record({
      do: fc.constantFrom('lose' as const, 'answer' as const),
      id: fc.constantFrom('a', 'b', 'c'),
    });
    const act = fc.oneof<fc.Arbitrary<Act>[]>(
      delivery,
      delivery,
      delivery,
      fc.record({ do: fc.constant('pass' as const), ms: fc.nat(6_000) }),
      fc.record({
        do: fc.constant('break' as const),
        how: fc.constantFrom<Error>(FULL, AWAY, new ChangedMeanwhile()),
        storesAllTheSame: fc.boolean(),
      }),
      fc.constant<Act>({ do: 'mend' }),
    );
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 25 }), async (acts) => {
        const world = new AGate();
        const delivered: Promise<Delivered>[] = [];
        const said: Record<string, string[]> = { a: [], b: [], c: [] };
        for (const one of acts) {
          if (one.do === 'pass') await world.clock.advanceAsync(one.ms);
          else if (one.do === 'mend') world.fault = undefined;
          else if (one.do === 'break') {
            world.fault = one.how;
            world.storesAllTheSame = one.storesAllTheSame;
          } else {
            said[one.id]?.push(one.do);
            delivered.push(
              world.outbox.deliver(one.id, one.do === 'lose' ? LOST : answered(one.id)),
            );
          }
        }
        world.fault = undefined;
        await world.clock.advanceAsync(TEN_SECONDS);
        expect(await Promise.all(delivered)).not.toContain('not_kept');
        for (const [id, steps] of Object.entries(said)) {
          // A loss counts before an answer, each once: the gate refuses the rest.
          const losesFirst = steps[0] === 'lose' ? ['lose'] : [];
          const answers = steps.includes('answer') ? ['respond'] : [];
          expect(world.of(id).map(({ type }) => type)).toEqual([...losesFirst, ...answers]);
          expect(world.outbox.holds(id)).toBe(false);
          expect(world.told.includes(id)).toBe(steps.length > 0);
          if (world.of(id).length === 2) reached += 1;
        }
        expect(world.clock.pendingTimers).toBe(0);
      }),
      { numRuns: 150 },
    );
    expect(reached).toBeGreaterThan(20);
  });
});
