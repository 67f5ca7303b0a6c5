import { TIMES } from '@kenny/contract';
import { TunnelWorld } from '../../test/tunnel-world.js';

let world: TunnelWorld;
beforeEach(async () => {
  world = await TunnelWorld.start();
});
afterEach(() => world.stop());

describe('a PC that is silent', () => {
  it('is asked at each interval, and kept for its answers', async () => {
    const pc = await world.online('pc1');
    const asked = () => pc.frames.filter(({ type }) => type === 'ping').length;
    for (let interval = 1; interval <= 5; interval += 1) {
      const messages = world.messages;
      await world.clock.advanceAsync(TIMES.heartbeatMs);
      await pc.waitFor(() => asked() === interval);
      await world.until(() => world.messages > messages);
    }
    expect(world.of('agent.offline')).toEqual([]);
  });

  it('is asked once in each interval and gone after three without a word', async () => {
    const pc = await world.online('pc1', { mute: true });
    const asked = () => pc.frames.filter(({ type }) => type === 'ping').length;
    await world.clock.advanceAsync(TIMES.heartbeatMs - 1_000);
    expect(asked()).toBe(0);
    await world.clock.advanceAsync(2 * TIMES.heartbeatMs);
    await pc.waitFor(() => asked() === 2);
    expect(world.of('agent.offline')).toEqual([]);
    await world.clock.advanceAsync(TIMES.heartbeatMs);
    expect(world.of('agent.offline')).toMatchObject([{ reason: 'stopped answering' }]);
    expect(asked()).toBe(2);
  });
});
