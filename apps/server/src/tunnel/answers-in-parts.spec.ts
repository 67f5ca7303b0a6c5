import { CAPS, TIMES } from '@kenny/contract';
import { inParts, NO_ANSWER, type FakeAgent, type FakeAgentOptions } from '@kenny/testing';
import { TunnelWorld } from '../../test/tunnel-world.js';

let world: TunnelWorld;
let pc: FakeAgent;
const silent: FakeAgentOptions['handlers'] = { fs_list: () => NO_ANSWER };
beforeEach(async () => {
  world = await TunnelWorld.start();
  pc = await world.online('pc1', { handlers: silent });
});
afterEach(() => world.stop());

const blob = (bytes: number) => ({ id: 'c1', ok: true, result: { blob: 'ä'.repeat(bytes / 2) } });
const acks = () => pc.frames.filter(({ type }) => type === 'response_ack');
const cancelled = (id: string) => pc.waitFor((frame) => frame.type === 'cancel' && frame.id === id);
/** Sends one and waits until it was taken. */
async function part(frame: object) {
  const before = acks().length;
  pc.sendRaw(frame);
  await pc.waitFor(() => acks().length > before);
}
async function asked(id = 'c1', extra: { signal?: AbortSignal } = {}) {
  const call = world.request('pc1', id, extra);
  await pc.request(pc.requests.length + 1);
  return { call };
}

describe('an answer in parts', () => {
  it('is what it would have been in one frame, and each part is acknowledged', async () => {
    const { call } = await asked();
    const parts = inParts(blob(200_000));
    for (const frame of parts) pc.send(frame);
    expect(await call).toEqual({ kind: 'result', result: blob(200_000).result });
    await pc.waitFor(() => acks().length === parts.length);
    expect(acks().at(-1)).toEqual({ type: 'response_ack', id: 'c1', received: parts[0]?.size });
  });

  it('lets other answers pass, in parts or whole', async () => {
    const [first, second, small] = [await asked('c1'), await asked('c2'), await asked('c3')];
    const [a, b] = [inParts(blob(100_000)), inParts({ ...blob(100_000), id: 'c2' })];
    for (const [index, frame] of a.entries()) {
      pc.send(frame);
      if (index === 1) pc.answer('c3', { entries: [] });
      pc.sendRaw(b[index] ?? {});
    }
    expect(await small.call).toMatchObject({ kind: 'result' });
    expect(await first.call).toMatchObject({ kind: 'result' });
    expect(await second.call).toMatchObject({ kind: 'result' });
  });

  it('brings no token of kenny along, also where it was cut in two', async () => {
    const { call } = await asked();
    const token = `kny_${'a1B2'.repeat(10)}xyz`;
    for (const frame of inParts({ id: 'c1', ok: true, result: { token } }, 30)) pc.send(frame);
    expect(await call).toEqual({ kind: 'result', result: { token: 'kny_***' } });
  });

  it.each([
    ['with a gap', (frame: object) => ({ ...frame, from: 62_001 })],
    ['of another size', (frame: object) => ({ ...frame, size: 7 })],
    ['without its text', (frame: object) => ({ ...frame, text: 7 })],
    ['above its limit', (frame: object) => ({ ...frame, text: 'x'.repeat(CAPS.partBytes + 1) })],
  ])('%s ends its call alone', async (_name, spoil) => {
    const [spoilt, other] = [await asked('c1'), await asked('c2')];
    const [first, second] = inParts(blob(100_000));
    await part(first ?? {});
    pc.sendRaw(spoil(second ?? {}));
    expect(await spoilt.call).toMatchObject({
      kind: 'lost',
      why: 'answer_refused',
      message: expect.stringContaining('response refused') as string,
    });
    await cancelled('c1');
    pc.answer('c2', { entries: [] });
    expect(await other.call).toMatchObject({ kind: 'result' });
  });

  it('is refused when it is no answer, or the answer to another call', async () => {
    const [one, two] = [await asked('c1'), await asked('c2')];
    pc.sendRaw({ type: 'response_part', id: 'c1', size: 3, from: 0, text: '[1]' });
    expect(await one.call).toMatchObject({ kind: 'lost', why: 'answer_refused' });
    for (const frame of inParts(blob(100))) pc.sendRaw({ ...frame, id: 'c2' });
    expect(await two.call).toMatchObject({ message: expect.stringContaining('another') as string });
  });

  it('that nobody waits for stays on the PC, and who wants it is told', async () => {
    const [first] = inParts(blob(100_000));
    pc.sendRaw(first ?? {});
    await cancelled('c1');
    await world.until(() => world.of('response.offered').length === 1);
    expect(world.of('response.offered')).toMatchObject([{ agent_id: 'pc1', call_id: 'c1' }]);
    expect(acks()).toEqual([]);
  });

  it('is waited for beyond the deadline as long as it moves, and no longer', async () => {
    const { call } = await asked();
    const [first, second, third] = inParts(blob(100_000));
    world.clock.advance(34_000);
    await part(first ?? {});
    world.clock.advance(20_000);
    await part(second ?? {});
    world.clock.advance(20_000);
    await part(third ?? {});
    world.clock.advance(2 * TIMES.heartbeatMs);
    expect(await call).toMatchObject({
      kind: 'lost',
      why: 'timeout',
      message: expect.stringContaining('too slow') as string,
    });
    await cancelled('c1');
  });

  it('is not waited for when it trickles', async () => {
    const { call } = await asked();
    for (const frame of inParts(blob(1_000), 30).slice(0, 5)) await part(frame);
    world.clock.advance(35_000);
    expect(await call).toMatchObject({ kind: 'lost', why: 'timeout' });
  });

  it('is not waited for longer than ten minutes, however it moves', async () => {
    const { call } = await asked();
    const parts = inParts(blob(200_000), 4_000);
    const limit = 35_000 + TIMES.answerMs;
    let over = false;
    void call.then(() => (over = true));
    for (let at = 0; at + 20_000 <= limit && !over; at += 20_000) {
      await part(parts.shift() ?? {});
      world.clock.advance(20_000);
    }
    world.clock.advance(15_000);
    expect(await call).toMatchObject({ kind: 'lost', why: 'timeout' });
    expect(world.clock.monotonic()).toBeLessThanOrEqual(limit);
  });

  it('is dropped at once when the caller stops waiting', async () => {
    const caller = new AbortController();
    const { call } = await asked('c1', { signal: caller.signal });
    await part(inParts(blob(100_000))[0] ?? {});
    caller.abort();
    expect(await call).toMatchObject({ kind: 'lost', why: 'timeout' });
    await cancelled('c1');
  });

  it('does not wait longer than its connection lives', async () => {
    const { call } = await asked();
    await part(inParts(blob(100_000))[0] ?? {});
    await pc.terminate();
    expect(await call).toMatchObject({ kind: 'lost', why: 'disconnect' });
  });
});

describe('a connection on which half a message comes', () => {
  // A pong would end the message.
  beforeEach(async () => {
    pc = await world.online('pc2', { handlers: silent, mute: true });
  });
  const offline = () => world.of('agent.offline').filter(({ agent_id }) => agent_id === 'pc2');
  it('is kept while the bytes come, asked meanwhile, and ended when they stop', async () => {
    const call = world.request('pc2', 'c1');
    const pings = () => pc.frames.filter(({ type }) => type === 'ping').length;
    for (let interval = 1; interval <= 6; interval += 1) {
      const read = world.bytesRead;
      pc.sendPiece('x'.repeat(2 * CAPS.lifeBytes));
      await world.bytesBeyond(read + CAPS.lifeBytes);
      await world.clock.advanceAsync(TIMES.heartbeatMs);
      await pc.waitFor(() => pings() >= interval);
    }
    expect(offline()).toEqual([]);
    await world.clock.advanceAsync(TIMES.missedIntervals * TIMES.heartbeatMs);
    expect(offline()).toMatchObject([{ reason: 'stopped answering' }]);
    expect(await call).toMatchObject({ kind: 'lost' });
  });

  it('is not kept by a byte now and then', async () => {
    for (let interval = 1; interval <= 3; interval += 1) {
      const read = world.bytesRead;
      pc.sendPiece('x'.repeat(100));
      await world.bytesBeyond(read + 99);
      await world.clock.advanceAsync(TIMES.heartbeatMs);
    }
    expect(offline()).toHaveLength(1);
  });
});
