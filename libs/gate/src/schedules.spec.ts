import fc from 'fast-check';
import { anyEvent } from '../test/any-event.js';
import { ANNA, anApproval, BEN, NOON, TARGET } from '../test/world.js';
import { isTerminal, next, reconcileAtBoot, type GateEvent, type GateRecord } from './index.js';

/**
 * Several workers handle one stored approval: each acts on the copy it read, which may be stale,
 * and writes by compare-and-set, while clocks move and jump and the server restarts. Whatever the
 * schedule, the promises of design §5 hold. The model is written without the code under test.
 */
const WORKERS = 3;
const GRACE_MS = 60_000;
const RISKS = ['low', 'medium', 'high'];

/** The real thing: what the database and the world hold. */
interface World {
  stored: GateRecord;
  copies: GateRecord[];
  wall: number;
  monotonic: number;
  boots: number;
}

/** What an onlooker with a good memory knows. */
interface Model {
  path: string[];
  yes: Set<string>;
  approved?: { wall: number; monotonic: number; boot: number };
  claims: number;
  handedOver: number;
}

const reached = { claims: 0, unknown: 0, done: 0, not_run: 0, lapsed: 0, twoKeyClaims: 0 };

class Worker implements fc.Command<Model, World> {
  constructor(
    readonly worker: number,
    readonly event: GateEvent,
  ) {}

  check = () => true;

  run(model: Model, world: World): void {
    const copy = world.copies[this.worker] ?? world.stored;
    const now = { wall: world.wall, monotonic: world.monotonic, boot: `boot-${world.boots}` };
    const event = withHash(this.event, copy);
    const step = next(copy, event, now);
    if (!step.ok || copy.revision !== world.stored.revision) return;
    // A PC that is still at work changes nothing: there is nothing to write.
    if (Object.keys(step.changes).length === 0) return;
    const before = world.stored;
    world.stored = { ...before, ...step.changes };
    expect(world.stored).toEqual(step.approval);
    observe(model, before, world, event);
  }

  toString = () => `worker ${this.worker}: ${JSON.stringify(this.event)}`;
}

class Read implements fc.Command<Model, World> {
  constructor(readonly worker: number) {}
  check = () => true;
  run(_: Model, world: World): void {
    world.copies[this.worker] = world.stored;
  }
  toString = () => `worker ${this.worker} reads`;
}

/** A worker that does what the state calls for, so that schedules get far. */
class Steps implements fc.Command<Model, World> {
  constructor(
    readonly worker: number,
    readonly choice: number,
  ) {}
  check = () => true;
  run(model: Model, world: World): void {
    const choices = sensible(world.stored);
    const event = choices[this.choice % choices.length];
    new Read(this.worker).run(model, world);
    if (event) new Worker(this.worker, event).run(model, world);
  }
  toString = () => `worker ${this.worker} takes sensible step ${this.choice}`;
}

function sensible({ state, call_id }: GateRecord): GateEvent[] {
  const sent = { call_id: call_id ?? 'none' };
  const settled = { type: 'call_status', ...sent } as const;
  switch (state) {
    case 'pending':
      // With a PC that may have been given the two-key tag since the request.
      return [ANNA, BEN].flatMap((by) =>
        [true, false].map((two_key) => ({ type: 'approve', two_key, by, call_sha256: 'shown' })),
      );
    case 'approved':
      return [{ type: 'claim', call_id: 'call-1', target: TARGET }];
    case 'sent':
      return [
        { type: 'lose', why: 'disconnect' },
        { type: 'respond', ...sent, answer: { kind: 'result', result: {} } },
      ];
    case 'unknown':
      return [
        { ...settled, verdict: { state: 'not_seen' } },
        { ...settled, verdict: { state: 'running' } },
      ];
    default:
      return [{ type: 'hand_over', principal_key: 'mcp_client:tok-1' }];
  }
}

class Time implements fc.Command<Model, World> {
  constructor(
    readonly passes: number,
    readonly jumps: number,
  ) {}
  check = () => true;
  run(_: Model, world: World): void {
    world.monotonic += this.passes;
    world.wall += this.passes + this.jumps;
  }
  toString = () => `${this.passes} ms pass, wall clock off by ${this.jumps}`;
}

/** Without reconciling, each step has to refuse by itself what belongs to an earlier start. */
class Restart implements fc.Command<Model, World> {
  constructor(
    readonly monotonic: number,
    readonly reconciles: boolean,
  ) {}
  check = () => true;
  run(model: Model, world: World): void {
    world.boots += 1;
    world.monotonic = this.monotonic;
    const now = { wall: world.wall, monotonic: world.monotonic, boot: `boot-${world.boots}` };
    const event = this.reconciles && reconcileAtBoot(world.stored, TARGET.catalog, now);
    if (event) {
      const before = world.stored;
      const step = next(before, event, now);
      if (!step.ok) throw new Error(`reconciling was refused: ${step.message}`);
      world.stored = step.approval;
      observe(model, before, world, event);
    }
    world.copies = world.copies.map(() => world.stored);
  }
  toString = () => `restart${this.reconciles ? '' : ' without reconciling'}`;
}

/** Checks every promise on one change that was really written. */
function observe(model: Model, before: GateRecord, world: World, event: GateEvent): void {
  const after = world.stored;
  expect(after.revision).toBe(before.revision + 1);
  expectTimesInOrder(after);
  expect(RISKS.indexOf(after.risk)).toBeGreaterThanOrEqual(RISKS.indexOf(before.risk));
  expect(after.required).toBeGreaterThanOrEqual(before.required);
  if (event.type === 'approve') {
    expect(world.wall).toBeLessThan(before.approve_by);
    model.yes.add(`${event.by.kind}:${event.by.id}`);
  }
  if (event.type === 'hand_over') {
    model.handedOver += 1;
    expect(model.handedOver).toBe(1);
    expect(event.principal_key).toBe(before.principal_key);
  }
  if (isTerminal(before.state)) expect(event.type).toBe('hand_over');
  if (after.state === before.state) return;
  expect(ALLOWED).toContain(`${before.state}>${after.state}`);
  model.path.push(after.state);
  expect(new Set(model.path).size).toBe(model.path.length);
  if (after.state === 'approved') {
    model.approved = { wall: world.wall, monotonic: world.monotonic, boot: world.boots };
  }
  if (after.state === 'sent') observeClaim(model, before, world);
  if (after.state in reached) reached[after.state as keyof typeof reached] += 1;
}

function observeClaim(model: Model, before: GateRecord, world: World): void {
  model.claims += 1;
  expect(model.claims).toBe(1);
  expect(model.yes.size).toBeGreaterThanOrEqual(before.required);
  expect(model.approved?.boot).toBe(world.boots);
  expect(world.monotonic - (model.approved?.monotonic ?? 0)).toBeLessThan(GRACE_MS);
  expect(world.wall).toBeLessThan(before.run_by ?? 0);
  expect(model.path).not.toContain('denied');
  reached.claims += 1;
  if (before.required === 2) reached.twoKeyClaims += 1;
}

const ALLOWED = [
  ...['pending>approved', 'pending>denied', 'pending>expired', 'pending>cancelled'],
  ...['approved>sent', 'approved>lapsed'],
  ...['sent>done', 'sent>failed', 'sent>unknown'],
  ...['unknown>done', 'unknown>failed', 'unknown>not_run'],
];

function expectTimesInOrder(record: GateRecord): void {
  const times = [
    record.requested_at,
    ...record.decisions.map((decision) => decision.at),
    ...(record.state_since === record.requested_at ? [] : [record.state_since]),
    ...(record.handed_out_at === null ? [] : [record.handed_out_at]),
  ];
  expect(times).toEqual([...times].sort((a, b) => a - b));
  if (record.sent_at !== null) {
    expect(record.sent_at).toBeGreaterThanOrEqual(record.decisions.at(-1)?.at ?? 0);
    expect(record.ended_at ?? record.sent_at).toBeGreaterThanOrEqual(record.sent_at);
  }
}

/** 'shown' stands for whatever hash the worker's copy shows. */
function withHash(event: GateEvent, copy: GateRecord): GateEvent {
  return 'call_sha256' in event && event.call_sha256 === 'shown'
    ? { ...event, call_sha256: copy.call_sha256 }
    : event;
}

const worker = fc.nat(WORKERS - 1);
const passes = fc.oneof(
  { weight: 6, arbitrary: fc.nat(2000) },
  { weight: 1, arbitrary: fc.nat(400_000) },
);
const jumps = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -1_200_000, max: 1_200_000 }) },
);
const act = fc.tuple(worker, anyEvent).map(([who, what]) => new Worker(who, what));

const schedule = fc.commands(
  [
    act,
    act,
    act,
    worker.map((who) => new Read(who)),
    fc.tuple(worker, fc.nat(1)).map(([who, choice]) => new Steps(who, choice)),
    fc.tuple(worker, fc.nat(1)).map(([who, choice]) => new Steps(who, choice)),
    fc.tuple(passes, jumps).map(([by, off]) => new Time(by, off)),
    fc.oneof(
      { weight: 2, arbitrary: worker.map((who) => new Read(who)) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.nat(100_000), fc.boolean())
          .map(([reading, tidy]) => new Restart(reading, tidy)),
      },
    ),
  ],
  { maxCommands: 60, size: 'max' },
);

describe('no schedule of workers, clocks and restarts', () => {
  it('sends a call twice, too late, without its approvals, or leaves an end', () => {
    const setUp = fc.record({
      two_key: fc.boolean(),
      risk: fc.constantFrom('low' as const, 'high' as const),
    });
    fc.assert(
      fc.property(setUp, schedule, (changes, commands) => {
        const stored = anApproval(changes);
        fc.modelRun(
          () => ({
            model: { path: ['pending'], yes: new Set<string>(), claims: 0, handedOver: 0 },
            real: {
              stored,
              copies: Array.from({ length: WORKERS }, () => stored),
              wall: NOON,
              monotonic: 5000,
              boots: 1,
            },
          }),
          commands,
        );
      }),
      { numRuns: 700 },
    );
    // The schedules are worth something only if they get far.
    expect(reached.claims).toBeGreaterThan(50);
    for (const [what, times] of Object.entries(reached)) {
      expect({ what, enough: times > 3 }).toEqual({ what, enough: true });
    }
  });
});
