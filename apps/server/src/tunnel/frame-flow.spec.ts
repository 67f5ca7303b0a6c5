import { CLOSE_CODES, RATES, TIMES } from '@kenny/contract';
import { type FakeAgent } from '@kenny/testing';
import { TunnelWorld } from '../../test/tunnel-world.js';

let world: TunnelWorld;
beforeEach(async () => {
  world = await TunnelWorld.start();
});
afterEach(() => world.stop());

const lists = { fs_list: () => ({ entries: [] }) };

describe('more frames than a PC may send', () => {
  const { burst, everyMs } = RATES.frame;
  const pongs = (pc: FakeAgent) => pc.frames.filter(({ type }) => type === 'pong').length;

  /** Its next ping comes out of the parser and waits. */
  async function heldUp(pc: FakeAgent): Promise<void> {
    const { messages } = world;
    pc.send({ type: 'ping' });
    await world.until(() => world.messages > messages);
    await world.clock.advanceAsync(0);
    expect(pongs(pc)).toBe(0);
  }

  it('are not read, on that socket alone, until it has an allowance again', async () => {
    const flooding = await world.online('pc1');
    const neighbour = await world.online('pc2', { handlers: lists });
    for (let i = 0; i < burst + 60; i += 1) flooding.send({ type: 'ping' });
    await flooding.waitFor(() => pongs(flooding) === burst);
    neighbour.send({ type: 'ping' });
    await neighbour.waitFor(({ type }) => type === 'pong');
    expect(await world.request('pc2', 'c1')).toMatchObject({ kind: 'result' });
    expect(pongs(flooding)).toBe(burst);
    await world.clock.advanceAsync(60 * everyMs);
    await flooding.waitFor(() => pongs(flooding) === burst + 60);
    expect(world.registry.get('pc1')).toBeDefined();
  });

  it('end the connection with 4400 when it lasts', async () => {
    const pc = await world.online('pc1');
    for (let i = 0; i < 4_000; i += 1) pc.send({ type: 'ping' });
    await pc.waitFor(() => pongs(pc) === burst);
    await world.clock.advanceAsync(TIMES.floodMs - 1_000);
    expect(world.registry.get('pc1')).toBeDefined();
    await world.clock.advanceAsync(1_000);
    await world.clock.advanceAsync(2_000);
    expect(await pc.closed).toMatchObject({ code: CLOSE_CODES.protocol });
  });

  it.each(['ping', 'pong'] as const)("are also a WebSocket's own %ss", async (kind) => {
    const pc = await world.online('pc1');
    for (let i = 0; i < burst; i += 1) pc.control(kind);
    await heldUp(pc);
    await world.clock.advanceAsync(everyMs);
    await pc.waitFor(({ type }) => type === 'pong');
  });

  it('do not start anew for a PC that comes back', async () => {
    const first = await world.online('pc1');
    for (let i = 0; i < burst; i += 1) first.send({ type: 'ping' });
    await first.waitFor(() => pongs(first) === burst);
    await first.terminate();
    const second = await world.online('pc1');
    await heldUp(second);
  });

  it('are not the answers that somebody waits for', async () => {
    const pc = await world.online('pc1', { handlers: lists });
    for (let i = 0; i < burst + 10; i += 1) {
      expect(await world.request('pc1', `c${i}`)).toMatchObject({ kind: 'result' });
    }
    pc.send({ type: 'ping' });
    await pc.waitFor(({ type }) => type === 'pong');
  });

  it('are not a message in thousands of pieces, which ends the connection', async () => {
    const pc = await world.online('pc1');
    for (let i = 0; i < 2_000; i += 1) pc.sendPiece('');
    await world.until(() => world.broken === 1);
    world.clock.advance(2_000);
    expect(await pc.closed).toMatchObject({ code: 1008 });
  });
});
