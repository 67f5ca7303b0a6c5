import type { RegisterMeta } from '@kenny/contract';
import { EntityManager } from 'typeorm';
import { aPc, authWorld, LOCAL, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const META: RegisterMeta = { hostname: 'ANNA', os: 'windows', version: '0.1.0' };

describe('PresenceKeeper', () => {
  let dir: string;
  let world: AuthWorld;

  beforeEach(async () => {
    dir = tempDir();
    world = await authWorld(dir);
  });
  afterEach(() => world.close());

  const online = (agent_uid: string, at: number) =>
    world.events.emit('agent.online', {
      agent_id: 'pc1',
      agent_uid,
      connection_id: 'c1',
      meta: META,
      protocol: '0.8',
      at,
    });

  it('knows at once when a PC was last heard and what it said of itself', async () => {
    const { uid } = await aPc(world);
    online(uid, 1_000);
    expect(world.agents.get('pc1')).toMatchObject({
      last_seen: 1_000,
      last_meta: META,
      last_protocol: '0.8',
    });
    world.events.emit('agent.offline', {
      agent_id: 'pc1',
      agent_uid: uid,
      connection_id: 'c1',
      reason: 'stopped answering',
      last_heard_at: 2_000,
      at: 92_000,
    });
    expect(world.agents.get('pc1')).toMatchObject({ last_seen: 2_000, last_meta: META });
  });

  it('writes it in one go, and once', async () => {
    const uids = [await aPc(world, 'pc1'), await aPc(world, 'pc2')].map(({ uid }) => uid);
    const writes = jest.spyOn(world.writer, 'write');
    for (let at = 0; at < 50; at += 1) for (const uid of uids) online(uid, at);
    expect(writes).not.toHaveBeenCalled();
    await world.runTask('auth.presence');
    await world.runTask('auth.presence');
    expect(writes).toHaveBeenCalledTimes(1);
  });

  it('takes a hundred PCs to the database in one statement', async () => {
    const pcs = [];
    for (let i = 0; i < 100; i += 1) pcs.push(await aPc(world, `pc${i}`));
    for (const [i, { uid }] of pcs.entries()) online(uid, 1_000 + i);
    const trips = jest.spyOn(EntityManager.prototype, 'query');
    await world.runTask('auth.presence');
    expect(trips).toHaveBeenCalledTimes(1);
    trips.mockRestore();
    await world.close();
    world = await authWorld(dir);
    expect(world.agents.list().map(({ last_seen }) => last_seen)).toEqual(
      expect.arrayContaining(pcs.map((_, i) => 1_000 + i)),
    );
  });

  it('keeps it over a shutdown and a start', async () => {
    const { uid } = await aPc(world);
    online(uid, 5_000);
    await world.close();
    world = await authWorld(dir);
    expect(world.agents.get('pc1')).toMatchObject({ last_seen: 5_000, last_meta: META });
  });

  it('is not undone by another change of the PC', async () => {
    const { uid } = await aPc(world);
    online(uid, 5_000);
    await world.agents.patch(LOCAL, 'pc1', { name: 'Anna' });
    expect(world.agents.get('pc1')).toMatchObject({ name: 'Anna', last_seen: 5_000 });
    await world.runTask('auth.presence');
    expect(world.agents.get('pc1')).toMatchObject({ name: 'Anna', last_seen: 5_000 });
  });

  it('does not bring back a PC that was removed meanwhile', async () => {
    const { uid } = await aPc(world);
    online(uid, 5_000);
    await world.agents.remove(LOCAL, 'pc1');
    online(uid, 6_000);
    await world.runTask('auth.presence');
    expect(world.agents.list()).toEqual([]);
  });

  it('tries again what could not be written', async () => {
    const { uid } = await aPc(world);
    online(uid, 5_000);
    jest.spyOn(world.writer, 'write').mockRejectedValueOnce(new Error('disk full'));
    await expect(world.runTask('auth.presence')).rejects.toThrow('disk full');
    await world.close();
    world = await authWorld(dir);
    expect(world.agents.get('pc1')?.last_seen).toBe(5_000);
  });
});
