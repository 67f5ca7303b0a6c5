import { CAPS, CLOSE_CODES, RATES, TIMES, telemetryText } from '@kenny/contract';
import { aTelemetry, NO_ANSWER, ToolFailure } from '@kenny/testing';
import { WebSocket } from 'ws';
import { seedOf, TunnelWorld } from '../../test/tunnel-world.js';

let world: TunnelWorld;
beforeEach(async () => {
  world = await TunnelWorld.start();
});
afterEach(() => world.stop());

const lists = { fs_list: () => ({ entries: [] }) };

describe('a request', () => {
  it('comes back with its result', async () => {
    await world.online('pc1', { handlers: lists });
    expect(await world.request('pc1', 'c1')).toEqual({ kind: 'result', result: { entries: [] } });
  });

  it('brings no token of kenny along, also from an agent that does not hide it', async () => {
    const token = `kny_${'a1B2'.repeat(10)}xyz`;
    await world.online('pc1', {
      handlers: { fs_list: () => ({ entries: [], [token]: `is ${token}` }) },
    });
    expect(await world.request('pc1', 'c1')).toEqual({
      kind: 'result',
      result: { entries: [], 'kny_***': 'is kny_***' },
    });
  });

  it('keeps the code and the words of an error', async () => {
    const handlers = {
      fs_list: () => {
        throw new ToolFailure('not_found', 'no such folder');
      },
    };
    await world.online('pc1', { handlers });
    expect(await world.request('pc1', 'c1')).toEqual({
      kind: 'refused',
      error: { code: 'not_found', message: 'no such folder' },
      from_agent: true,
    });
  });

  it('is answered out of order without mixing anything up', async () => {
    const pc = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const calls = ['a', 'b', 'c'].map((id) => world.request('pc1', id));
    await pc.request(3);
    for (const id of ['c', 'a', 'b']) pc.answer(id, { id });
    expect(await Promise.all(calls)).toMatchObject([
      { result: { id: 'a' } },
      { result: { id: 'b' } },
      { result: { id: 'c' } },
    ]);
  });

  it('is not sent to a PC that is away, nor to one that was enrolled anew', async () => {
    expect(await world.request('pc1', 'c1')).toEqual({
      kind: 'refused',
      error: { code: 'offline', message: 'pc1 is not connected' },
    });
    const pc = await world.online('pc1', { handlers: lists });
    const call = { id: 'c1', tool: 'fs_list', args: {}, timeoutMs: 1 };
    const another = { ...world.recipient('pc1'), agent_uid: 'uid-of-another' };
    expect(await world.tunnel.request(another, call)).toMatchObject({
      error: { code: 'offline' },
    });
    expect(pc.requests).toEqual([]);
  });

  it('is not sent to another key than the one it is meant for', async () => {
    const pc = await world.online('pc1', { handlers: lists });
    const before = { ...world.recipient('pc1'), agent_key: 'a'.repeat(64) };
    const call = { id: 'c1', tool: 'fs_list', args: {}, timeoutMs: 1 };
    expect(await world.tunnel.request(before, call)).toMatchObject({
      kind: 'refused',
      error: { code: 'offline', message: expect.stringContaining('another key') as string },
    });
    expect(pc.requests).toEqual([]);
  });

  it('ends as lost when the time is over, and the late answer is told', async () => {
    const pc = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const call = world.request('pc1', 'c1');
    await pc.request();
    world.clock.advance(35_000);
    expect(await call).toMatchObject({ kind: 'lost', why: 'timeout' });
    pc.answer('c1', { entries: [] });
    await world.until(() => world.of('response.late').length === 1);
    expect(world.of('response.late')).toMatchObject([{ agent_id: 'pc1', frame: { id: 'c1' } }]);
  });

  it('ends as lost when the PC dies, and calls to others go on', async () => {
    const dying = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const slow = await world.online('pc2', { handlers: { fs_list: () => NO_ANSWER } });
    const lost = world.request('pc1', 'c1');
    const kept = world.request('pc2', 'c2');
    await Promise.all([dying.request(), slow.request()]);
    await dying.terminate();
    expect(await lost).toMatchObject({ kind: 'lost', why: 'disconnect' });
    slow.answer('c2', { entries: [] });
    expect(await kept).toMatchObject({ kind: 'result' });
  });

  it('is cancelled on the PC when nobody wants the answer any more', async () => {
    const pc = await world.online('pc1', {
      features: ['cancel'],
      handlers: { fs_list: () => NO_ANSWER },
    });
    const caller = new AbortController();
    const call = world.request('pc1', 'c1', { signal: caller.signal });
    await pc.request();
    caller.abort();
    expect(await pc.waitFor((frame) => frame.type === 'cancel')).toEqual({
      type: 'cancel',
      id: 'c1',
    });
    world.clock.advance(5_000);
    expect(await call).toMatchObject({ kind: 'lost', why: 'timeout' });
  });

  it('is given up at once where the PC cannot cancel', async () => {
    const pc = await world.online('pc1', { features: [], handlers: { fs_list: () => NO_ANSWER } });
    const caller = new AbortController();
    const call = world.request('pc1', 'c1', { signal: caller.signal });
    await pc.request();
    caller.abort();
    expect(await call).toMatchObject({
      kind: 'lost',
      message: expect.stringContaining('may still') as string,
    });
    expect(pc.frames.some(({ type }) => type === 'cancel')).toBe(false);
  });

  it('ends with the reason when its answer cannot be taken', async () => {
    const pc = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const call = world.request('pc1', 'c1');
    await pc.request();
    pc.sendRaw(JSON.stringify({ type: 'response', id: 'c1', ok: 'yes' }));
    expect(await call).toMatchObject({
      kind: 'lost',
      message: expect.stringContaining('response refused') as string,
    });
  });

  it('ends as too large beyond 16 MiB, and only that connection', async () => {
    const neighbour = await world.online('pc2');
    const pc = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const call = world.request('pc1', 'c1');
    await pc.request();
    pc.answer('c1', { blob: 'x'.repeat(CAPS.responseBytes + 128 * 1024) });
    expect(await call).toMatchObject({ kind: 'lost', message: 'response too large' });
    expect(await pc.closed).toMatchObject({ code: 1009 });
    neighbour.send({ type: 'ping' });
    await neighbour.waitFor((frame) => frame.type === 'pong');
  });
});

describe('frames that a PC pushes', () => {
  it('count only under its own id', async () => {
    const pc = await world.online('pc1');
    pc.send(aTelemetry('pc2').frame());
    pc.send({
      ...aTelemetry('pc2').frame(),
      type: 'log',
      level: 'info',
      target: 't',
      message: 'm',
      at: 'x',
    });
    pc.send(aTelemetry('pc1').frame());
    await world.until(() => world.of('telemetry.received').length === 1);
    expect(world.of('telemetry.received')).toMatchObject([
      { agent_id: 'pc1', agent_uid: 'uid-pc1' },
    ]);
    expect(world.of('frame.dropped')).toMatchObject([{ forged: true }, { forged: true }]);
  });

  it('are parsed by who takes them, and count as malformed when they are', async () => {
    const pc = await world.online('pc1');
    const text = JSON.stringify(aTelemetry('pc1').frame());
    pc.sendRaw(text);
    pc.sendRaw(`${text},`);
    await world.until(() => world.of('telemetry.received').length === 2);
    const [good, bad] = world.of('telemetry.received');
    expect(good?.read()).toEqual(telemetryText(aTelemetry('pc1').frame()));
    expect(world.of('frame.dropped')).toEqual([]);
    expect(bad?.read()).toBeUndefined();
    expect(world.of('frame.dropped')).toMatchObject([{ reason: 'not JSON', forged: false }]);
  });

  it('are the same whatever stands first in them', async () => {
    const pc = await world.online('pc1');
    const { type, ...rest } = aTelemetry('pc1').frame();
    pc.send({ ...rest, type });
    await world.until(() => world.of('telemetry.received').length === 1);
    const [received] = world.of('telemetry.received');
    expect(received?.read()).toEqual(telemetryText(aTelemetry('pc1').frame()));
  });

  it('are held to one snapshot in ten seconds after a burst of five', async () => {
    const pc = await world.online('pc1');
    const push = (count: number) => {
      for (let i = 0; i < count; i += 1) pc.send(aTelemetry('pc1').frame());
    };
    push(7);
    await world.until(() => world.of('frame.dropped').length === 2);
    expect(world.of('telemetry.received')).toHaveLength(5);
    world.clock.advance(10_000);
    push(2);
    await world.until(() => world.of('frame.dropped').length === 3);
    expect(world.of('telemetry.received')).toHaveLength(6);
  });

  it('are dropped when larger than 1 MiB, and the connection stays', async () => {
    const pc = await world.online('pc1');
    pc.sendRaw(
      JSON.stringify({ ...aTelemetry('pc1').frame(), padding: 'x'.repeat(CAPS.telemetryBytes) }),
    );
    await world.until(() => world.of('frame.dropped').length === 1);
    pc.send({ type: 'ping' });
    await pc.waitFor((frame) => frame.type === 'pong');
  });

  it('do not count anew for a PC that comes back', async () => {
    const first = await world.online('pc1');
    for (let i = 0; i < 5; i += 1) first.send(aTelemetry('pc1').frame());
    await world.until(() => world.of('telemetry.received').length === 5);
    await first.close();
    const second = await world.online('pc1');
    second.send(aTelemetry('pc1').frame());
    await world.until(() => world.of('frame.dropped').length === 1);
    expect(world.of('telemetry.received')).toHaveLength(5);
  });

  it('make no work as answers that nobody waits for, beyond a few', async () => {
    const pc = await world.online('pc1');
    const { burst } = RATES.lateResponse;
    for (let i = 0; i < burst + 10; i += 1) pc.answer(`made-up-${i}`, {});
    await world.until(() => world.of('frame.dropped').length === 10);
    expect(world.of('response.late')).toHaveLength(burst);
  });

  it('end the connection when megabytes of them are for nothing', async () => {
    const pc = await world.online('pc1');
    const telemetry = JSON.stringify({
      ...aTelemetry('pc1').frame(),
      padding: 'x'.repeat(CAPS.telemetryBytes - 8 * 1024),
    });
    const enough = RATES.unwantedKiB.burst / 1024 + RATES.telemetry.burst + 2;
    for (let i = 0; i < enough; i += 1) pc.sendRaw(telemetry);
    expect(await pc.closed).toMatchObject({ code: CLOSE_CODES.protocol });
  });

  it('end the connection after twenty malformed ones in a minute', async () => {
    const pc = await world.online('pc1');
    for (let i = 0; i < 20; i += 1) pc.sendRaw('nonsense');
    pc.send({ type: 'ping' });
    await pc.waitFor((frame) => frame.type === 'pong');
    pc.sendRaw(Buffer.from('binary'));
    expect(await pc.closed).toMatchObject({ code: CLOSE_CODES.protocol });
  });
});

describe('who is connected', () => {
  it('shows a silent PC as offline after exactly three missed intervals', async () => {
    const pc = await world.online('pc1');
    const limit = TIMES.heartbeatMs * TIMES.missedIntervals;
    const heard = world.clock.now();
    world.clock.advance(limit - 1_000);
    expect(world.of('agent.offline')).toEqual([]);
    world.clock.advance(1_000);
    expect(world.of('agent.offline')).toMatchObject([
      {
        agent_id: 'pc1',
        reason: 'stopped answering',
        last_heard_at: heard,
        at: heard + limit,
      },
    ]);
    expect(world.registry.get('pc1')).toBeUndefined();
    await pc.closed;
    expect(world.of('agent.offline')).toHaveLength(1);
  });

  it('replaces a connection by a newer one of the same id, whose calls it does not touch', async () => {
    const first = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const lost = world.request('pc1', 'c1');
    await first.request();
    const second = await world.online('pc1', { handlers: lists });
    expect(await first.closed).toMatchObject({ code: CLOSE_CODES.replaced });
    expect(await lost).toMatchObject({ kind: 'lost', why: 'disconnect' });
    expect(await world.request('pc1', 'c2')).toMatchObject({ kind: 'result' });
    expect(second.requests).toHaveLength(1);
    expect(world.of('agent.offline')).toEqual([]);
  });

  it('holds a newcomer off when two machines take turns with one identity', async () => {
    for (let turn = 0; turn < 4; turn += 1) await world.online('pc1', { seed: seedOf('pc1') });
    const incumbent = world.registry.get('pc1');
    await expect(world.online('pc1')).rejects.toMatchObject({ code: CLOSE_CODES.busy });
    expect(world.registry.get('pc1')).toBe(incumbent);
    expect(world.of('agent.cloned')).toMatchObject([{ agent_id: 'pc1' }]);
  });

  it('ends the connection of a removed PC with 4403', async () => {
    const pc = await world.online('pc1');
    world.events.emit('agent.changed', {
      ...{ agent_id: 'pc1', agent_uid: 'uid-pc1', change: 'removed', disconnect: true, at: 0 },
    });
    expect(await pc.closed).toMatchObject({ code: CLOSE_CODES.removed });
  });

  it('hears nothing more of a removed PC, whether it answers the goodbye or not', async () => {
    const pc = await world.online('pc1', { handlers: { fs_list: () => NO_ANSWER } });
    const call = world.request('pc1', 'c1');
    await pc.request();
    // What it sends before it has heard that it was removed arrives after that.
    pc.answer('c1', { entries: [] });
    pc.send(aTelemetry('pc1').frame());
    pc.answer('c0', { entries: [] });
    world.events.emit('agent.changed', {
      ...{ agent_id: 'pc1', agent_uid: 'uid-pc1', change: 'removed', disconnect: true, at: 0 },
    });
    expect(world.registry.get('pc1')).toBeUndefined();
    expect(await call).toMatchObject({ kind: 'lost', why: 'disconnect' });
    expect(world.of('agent.offline')).toMatchObject([{ agent_id: 'pc1' }]);
    await pc.closed;
    expect(world.of('telemetry.received')).toEqual([]);
    expect(world.of('response.late')).toEqual([]);
  });

  it('lets go of a removed PC that never answers the goodbye', async () => {
    const pc = await world.online('pc1');
    const cut = new Promise<void>((resolve) => {
      jest.spyOn(WebSocket.prototype, 'terminate').mockImplementationOnce(() => resolve());
    });
    world.events.emit('agent.changed', {
      ...{ agent_id: 'pc1', agent_uid: 'uid-pc1', change: 'removed', disconnect: true, at: 0 },
    });
    world.clock.advance(2_000);
    await cut;
    await pc.closed;
  });

  it('tells every connected PC of a change of the policy, posix rules only where they are understood', async () => {
    const old = await world.online('pc1', { features: [] });
    const young = await world.online('pc2', { features: ['posix_rules'] });
    world.policy.current = [
      { id: 'op_1', applies_to: 'path', pattern: 'x', reason: 'r' },
      { id: 'op_2', applies_to: 'posix', pattern: 'y', reason: 'r' },
    ];
    world.events.emit('policy.changed', { at: 0 });
    const count = (n: number) => (frame: { type: string }) =>
      frame.type === 'policy' && 'rules' in frame && (frame.rules as unknown[]).length === n;
    await old.waitFor(count(1));
    await young.waitFor(count(2));
  });
});
