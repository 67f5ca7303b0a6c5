import { aPrincipal } from '../../test/gate-world.js';
import { SubscriptionsWorld } from '../../test/subscriptions-world.js';

describe('a PC in the fleet', () => {
  it('says whose it is to everybody, and how they are reached only where one PC is asked for', () => {
    const world = new SubscriptionsWorld();
    world.put('pc1', 'PC 1');
    const record = world.records.get('pc1');
    const said = { owner: 'Mum', contact: '030 1234567', notes: 'No sound.' };
    if (record) world.records.set('pc1', { ...record, ...said });
    const everybody = aPrincipal();
    const row = world.fleet.view(everybody, true).agents[0];
    expect(row).toMatchObject({ owner: 'Mum' });
    expect(row).not.toHaveProperty('contact');
    expect(row).not.toHaveProperty('notes');
    expect(world.fleet.encodeRow('pc1')?.text).not.toContain('No sound.');
    expect(world.fleet.agent(everybody, 'pc1')).toMatchObject(said);
  });

  it('names its system once it has reported it', () => {
    const world = new SubscriptionsWorld();
    world.put('pc1', 'PC 1');
    world.report('pc1', 'ok');
    expect(world.fleet.row('pc1')).not.toHaveProperty('system');
    const [record] = world.records.values();
    const state = world.board.get(record?.agent_uid ?? '');
    if (state) world.board.set({ ...state, system: 'Debian 12' });
    expect(world.fleet.row('pc1')?.system).toBe('Debian 12');
  });

  it('says when it was added, until it has connected', () => {
    const world = new SubscriptionsWorld();
    world.put('pc1', 'PC 1');
    const record = world.records.get('pc1');
    if (record) world.records.set('pc1', { ...record, last_seen: null });
    const added = new Date(record?.created_at ?? NaN).toISOString();
    expect(world.fleet.row('pc1')).toMatchObject({ overall: 'unknown', added_at: added });
    if (record) world.records.set('pc1', { ...record, last_seen: world.clock.now() });
    expect(world.fleet.row('pc1')).not.toHaveProperty('added_at');
  });

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
