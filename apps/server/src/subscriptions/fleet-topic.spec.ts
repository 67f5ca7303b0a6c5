import { WS_TIMES, type FleetAgent, type Health } from '@kenny/contract';
import fc from 'fast-check';
import { FleetModel, SubscriptionsWorld } from '../../test/subscriptions-world.js';

const PCS = ['pc1', 'pc2', 'pc3', 'pc4'];
const VIEWS = [null, ['pc1', 'pc2'], ['pc2', 'pc1', 'pc1'], ['pc4', 'pc9']];

const pc = fc.constantFrom(...PCS);
const health = fc.constantFrom<Health>('ok', 'ok', 'ok', 'crit', 'unknown');

type Step = (world: SubscriptionsWorld, clients: FleetModel[]) => void;
const client = (act: (client: FleetModel, world: SubscriptionsWorld) => void) =>
  fc.nat(VIEWS.length * 2 - 1).map((at): Step => (world, clients) => {
    const chosen = clients[at];
    if (chosen) act(chosen, world);
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(pc, fc.string({ maxLength: 5 })).map(
    ([id, name]): Step =>
      (world) =>
        world.put(id, name),
  ),
  pc.map(
    (id): Step =>
      (world) =>
        world.remove(id),
  ),
  pc.map(
    (id): Step =>
      (world) =>
        world.comeOrGo(id),
  ),
  pc.map(
    (id): Step =>
      (world) =>
        world.hear(id),
  ),
  fc.tuple(pc, health).map(
    ([id, status]): Step =>
      (world) =>
        world.report(id, status),
  ),
  fc.constantFrom(1, 249, 250, 5_000, 5_001, 29_000, 29_001, 1_800_000).map(
    (ms): Step =>
      (world) =>
        world.pass(ms),
  ),
  client((model, { topic }) => model.subscribe(topic)),
  client((model) => (model.full = true)),
  client((model, { topic }) => {
    model.subscribed = false;
    topic.leave(model);
  }),
);

/** When a PC that is online was last heard is as old as its row. */
const comparable = (row: FleetAgent | undefined) =>
  row?.online ? { ...row, last_seen: 'now' } : row;

describe('the fleet topic', () => {
  it('keeps every client in step with the fleet, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const world = new SubscriptionsWorld();
        const clients = [...VIEWS, ...VIEWS].map((agents) => new FleetModel(agents));
        for (const take of steps) take(world, clients);
        for (const model of clients) {
          if (!model.subscribed || model.full) model.subscribe(world.topic);
        }
        world.settle();
        for (const { agents, rows, counts } of clients) {
          const shown = world.fleet.view({ agents });
          expect(JSON.parse(world.fleet.encode({ agents }).text)).toEqual(shown);
          expect(counts).toEqual(shown.counts);
          expect([...rows.keys()].sort()).toEqual(shown.agents.map((row) => row.agent_id).sort());
          for (const row of shown.agents) {
            expect(comparable(rows.get(row.agent_id))).toEqual(comparable(row));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('hands one and the same buffer to all who see the same PCs', () => {
    const world = new SubscriptionsWorld();
    world.put('pc1', 'one');
    const twenty = Array.from({ length: 20 }, () => new FleetModel(null));
    const limited = [new FleetModel(['pc1', 'pc2']), new FleetModel(['pc2', 'pc1', 'pc2'])];
    for (const model of [...twenty, ...limited]) model.subscribe(world.topic);
    world.settle();
    for (const name of ['two', 'three']) {
      world.put('pc1', name);
      world.clock.advance(WS_TIMES.coalesceMs);
    }
    const [first, ...others] = twenty;
    expect(first?.received.length).toBeGreaterThanOrEqual(2);
    const same = (a: FleetModel | undefined, b: FleetModel | undefined) =>
      a?.received.forEach((message, at) => expect(b?.received[at]).toBe(message));
    for (const other of others) same(first, other);
    same(limited[0], limited[1]);
    expect(limited[0]?.received[0]).not.toBe(first?.received[0]);
  });

  it('describes a change once within 250 ms, and a storm in portions', () => {
    const world = new SubscriptionsWorld();
    const model = new FleetModel(null);
    model.subscribe(world.topic);
    for (let at = 0; at < 600; at += 1) world.put(`pc${at}`, 'new');
    for (let at = 0; at < 600; at += 1) world.put(`pc${at}`, 'newer');
    world.clock.advance(WS_TIMES.coalesceMs - 1);
    expect(model.received).toHaveLength(0);
    world.clock.advance(1);
    expect(model.received).toHaveLength(1);
    expect(model.rows.size).toBe(250);
    world.clock.advance(2 * WS_TIMES.coalesceMs);
    expect(model.received).toHaveLength(3);
    expect([...model.rows.values()].every(({ name }) => name === 'newer')).toBe(true);
    expect(model.rows.size).toBe(600);
  });

  it('ends the stream of who is too slow, and of nobody else', () => {
    const world = new SubscriptionsWorld();
    const [slow, quick] = [new FleetModel(null), new FleetModel(null)];
    for (const model of [slow, quick]) model.subscribe(world.topic);
    slow.full = true;
    for (const name of ['one', 'two']) {
      world.put('pc1', name);
      world.clock.advance(WS_TIMES.coalesceMs);
    }
    expect(slow).toMatchObject({ gaps: 1, subscribed: false });
    expect(slow.received).toHaveLength(0);
    expect(quick.rows.get('pc1')?.name).toBe('two');
    slow.subscribe(world.topic);
    world.put('pc1', 'three');
    world.settle();
    expect(slow.rows).toEqual(quick.rows);
    expect(slow.seq).toBe(quick.seq);
  });

  it('numbers what it pushed also for those who only ask', () => {
    const world = new SubscriptionsWorld();
    world.put('pc1', 'one');
    world.clock.advance(WS_TIMES.coalesceMs);
    expect(world.fleet.view({ agents: null }).seq).toBe(1);
    const model = new FleetModel(null);
    model.subscribe(world.topic);
    expect(model.seq).toBe(1);
  });

  it('lets nobody in who has gone meanwhile', () => {
    const world = new SubscriptionsWorld();
    const model = new FleetModel(null);
    model.open = false;
    model.subscribe(world.topic);
    world.put('pc1', 'one');
    world.settle();
    expect(model.received).toEqual([]);
  });
});
