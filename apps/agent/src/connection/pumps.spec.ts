import { CAPS, type FrameOf } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { recordingLog } from '../../test/recording-log.js';
import { ForwardRing, Logger } from '../logging/index.js';
import type { SnapshotRecord } from '../platform/snapshot.js';
import { Heartbeat } from './heartbeat.js';
import { LogPump } from './log-pump.js';
import { TelemetryPump } from './telemetry-pump.js';

describe('TelemetryPump', () => {
  const INTERVAL = 900_000;

  function world(collect: () => Promise<SnapshotRecord>) {
    const clock = new FakeClock();
    const { log, texts } = recordingLog();
    const sent: FrameOf<'telemetry'>[] = [];
    const pump = new TelemetryPump({ agentId: 'pc1', intervalMs: INTERVAL, collect, clock, log });
    const send = (text: string): void => {
      sent.push(JSON.parse(text) as FrameOf<'telemetry'>);
    };
    return { clock, pump, sent, texts, attach: () => pump.attach(send) };
  }

  it('sends one snapshot right away and then one per interval', async () => {
    const { clock, attach, sent } = world(async () => ({ disk: { status: 'ok' } }));
    attach();
    await clock.advanceAsync(0);
    expect(sent).toEqual([
      {
        type: 'telemetry',
        agent_id: 'pc1',
        collected_at: '2026-06-04T12:00:00.000Z',
        snapshot: { disk: { status: 'ok' } },
      },
    ]);
    await clock.advanceAsync(INTERVAL - 1);
    expect(sent).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(sent).toHaveLength(2);
  });

  it('never collects twice at once and skips the ticks that a slow collection missed', async () => {
    let running = 0;
    let most = 0;
    let finish = (): void => undefined;
    const { clock, attach, sent } = world(async () => {
      most = Math.max(most, (running += 1));
      await new Promise<void>((resolve) => (finish = resolve));
      running -= 1;
      return {};
    });
    attach();
    await clock.advanceAsync(3.5 * INTERVAL);
    finish();
    await clock.advanceAsync(0);
    expect(sent).toHaveLength(1);
    await clock.advanceAsync(10_000);
    finish();
    await clock.advanceAsync(0);
    expect([most, sent.length]).toEqual([1, 2]);
  });

  it('does not send a snapshot for every link of a connection that flaps', async () => {
    const { clock, pump, attach, sent } = world(async () => ({}));
    for (let link = 0; link < 9; link += 1) {
      attach();
      await clock.advanceAsync(1_000);
      pump.detach();
    }
    expect(sent).toHaveLength(1);
    attach();
    await clock.advanceAsync(1_000);
    expect(sent).toHaveLength(2);
  });

  it('sends nothing for a link that ended while it collected', async () => {
    let finish = (): void => undefined;
    const { clock, pump, attach, sent } = world(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return {};
    });
    attach();
    await clock.advanceAsync(0);
    pump.detach();
    finish();
    await clock.advanceAsync(INTERVAL);
    expect(sent).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('looks again two seconds after a change, and then at the interval as before', async () => {
    const { clock, pump, attach, sent } = world(async () => ({}));
    attach();
    await clock.advanceAsync(60_000);
    pump.changed();
    await clock.advanceAsync(1_999);
    expect(sent).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(sent).toHaveLength(2);
    await clock.advanceAsync(INTERVAL - 1);
    expect(sent).toHaveLength(2);
    await clock.advanceAsync(1);
    expect(sent).toHaveLength(3);
  });

  it('never sends more than the server takes, however many changes run', async () => {
    const { clock, pump, attach, sent } = world(async () => ({}));
    attach();
    await clock.advanceAsync(0);
    for (let second = 0; second < 40; second += 1) {
      pump.changed();
      await clock.advanceAsync(1_000);
    }
    expect(sent.length).toBeLessThanOrEqual(5);
    expect(sent.length).toBeGreaterThan(1);
  });

  it('looks once more when a change ran while it looked', async () => {
    let finish = (): void => undefined;
    const { clock, pump, attach, sent } = world(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return {};
    });
    attach();
    await clock.advanceAsync(0);
    pump.changed();
    finish();
    await clock.advanceAsync(10_000);
    finish();
    await clock.advanceAsync(0);
    expect(sent).toHaveLength(2);
  });

  it('does not look for a change when there is no connection', async () => {
    const { clock, pump, attach, sent } = world(async () => ({}));
    pump.changed();
    attach();
    await clock.advanceAsync(0);
    pump.detach();
    pump.changed();
    await clock.advanceAsync(INTERVAL);
    expect(sent).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not call it a fault that the end of the link cut a collection short', async () => {
    let fail = (): void => undefined;
    const { clock, pump, attach, texts } = world(
      () => new Promise((_, reject) => (fail = () => reject(new Error('aborted')))),
    );
    attach();
    await clock.advanceAsync(0);
    pump.detach();
    fail();
    await clock.advanceAsync(0);
    expect(texts()).toEqual([]);
  });

  it('goes on after a collection that failed', async () => {
    let fails = true;
    const { clock, attach, sent, texts } = world(async () => {
      if (fails) throw new Error('no luck');
      return {};
    });
    attach();
    await clock.advanceAsync(0);
    fails = false;
    await clock.advanceAsync(INTERVAL);
    expect(texts()).toContain('no telemetry was collected');
    expect(sent).toHaveLength(1);
  });

  it('leaves the largest optional sections out of a snapshot that is too large', async () => {
    const { clock, attach, sent } = world(async () => ({
      disk: { status: 'ok', volumes: [] },
      printers: { text: 'x'.repeat(800_000) },
      autostart: { text: 'x'.repeat(400_000) },
    }));
    attach();
    await clock.advanceAsync(0);
    expect(Object.keys(sent[0]?.snapshot ?? {})).toEqual(['disk', 'autostart']);
  });

  it('sends nothing rather than a snapshot the server would refuse', async () => {
    const { clock, attach, sent, texts } = world(async () => ({
      disk: { text: 'x'.repeat(CAPS.telemetryBytes) },
    }));
    attach();
    await clock.advanceAsync(0);
    expect(sent).toEqual([]);
    expect(texts()).toContain('a snapshot is too large to send');
  });
});

describe('LogPump', () => {
  function world(unsentBytes = 0) {
    const clock = new FakeClock();
    const ring = new ForwardRing('info');
    const log = new Logger([ring], clock, 'part');
    const sent: FrameOf<'log'>[] = [];
    const outlet = {
      unsentBytes,
      sendText: (text: string) => void sent.push(JSON.parse(text) as FrameOf<'log'>),
    };
    return { clock, ring, log, sent, outlet, pump: new LogPump({ ring, agentId: 'pc1', clock }) };
  }

  it('sends what gathered while there was no connection, and what comes later', async () => {
    const { clock, log, sent, outlet, pump } = world();
    log.warn('before', { code: 1 });
    pump.attach(outlet);
    await clock.advanceAsync(0);
    log.info('after');
    await clock.advanceAsync(250);
    expect(sent).toEqual([
      {
        type: 'log',
        agent_id: 'pc1',
        at: '2026-06-04T12:00:00.000Z',
        level: 'warn',
        target: 'part',
        message: 'before',
        fields: { code: 1 },
      },
      expect.objectContaining({ message: 'after' }),
    ]);
  });

  it('stays below 50 events in any second', async () => {
    const { clock, log, sent, outlet, pump } = world();
    pump.attach(outlet);
    for (let index = 0; index < 200; index += 1) log.info(`${index}`);
    let before = 0;
    for (let second = 0; second < 6; second += 1) {
      await clock.advanceAsync(1_000);
      expect(sent.length - before).toBeLessThan(50);
      before = sent.length;
    }
    expect(sent).toHaveLength(200);
  });

  it('holds back while the connection is busy', async () => {
    const { clock, log, sent, outlet, pump, ring } = world(2 * 1024 * 1024);
    log.info('x');
    pump.attach(outlet);
    await clock.advanceAsync(1_000);
    expect([sent.length, ring.size]).toEqual([0, 1]);
  });

  it('sends nothing after the link', async () => {
    const { clock, log, sent, outlet, pump } = world();
    pump.attach(outlet);
    pump.detach();
    log.info('x');
    await clock.advanceAsync(1_000);
    expect(sent).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('Heartbeat', () => {
  function world() {
    const clock = new FakeClock();
    const heard = { at: 0 };
    const ping = jest.fn();
    const onSilence = jest.fn();
    const heartbeat = new Heartbeat({ clock, lastHeardAt: () => heard.at, ping, onSilence });
    return { clock, heard, ping, onSilence, heartbeat };
  }

  it('pings every 30 s and gives up after 90 s of silence, not earlier', () => {
    const { clock, ping, onSilence, heartbeat } = world();
    heartbeat.start();
    clock.advance(89_999);
    expect([ping.mock.calls.length, onSilence.mock.calls.length]).toEqual([2, 0]);
    clock.advance(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('counts from the last sign of life', () => {
    const { clock, heard, onSilence, heartbeat } = world();
    heartbeat.start();
    clock.advance(60_000);
    heard.at = clock.monotonic();
    clock.advance(89_999);
    expect(onSilence).not.toHaveBeenCalled();
    clock.advance(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('does not mistake a jump of the wall clock for silence', () => {
    const { clock, onSilence, heartbeat } = world();
    heartbeat.start();
    clock.jump(24 * 60 * 60 * 1000);
    clock.advance(60_000);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('leaves no timer behind', () => {
    const { clock, heartbeat } = world();
    heartbeat.start();
    heartbeat.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});
