import { SubscriptionsWorld } from '../../test/subscriptions-world.js';

describe('a PC in the fleet', () => {
  it('shows since when what it sends is dropped', () => {
    const world = new SubscriptionsWorld();
    world.put('pc1', 'PC 1');
    world.report('pc1', 'ok');
    expect(world.fleet.row('pc1')).not.toHaveProperty('dropped_since');
    const [record] = world.records.values();
    const state = world.board.get(record?.agent_uid ?? '');
    if (state) world.board.set({ ...state, dropped_since: world.clock.now() });
    expect(world.fleet.row('pc1')?.dropped_since).toBe(new Date(world.clock.now()).toISOString());
  });
});
