import { CAPS, telemetryText } from '@kenny/contract';
import { aTelemetry } from '@kenny/testing';
import { HOUR_MS } from '@kenny/kernel';
import { randomBytes } from 'node:crypto';
import { PC, TelemetryWorld, UID } from '../../test/telemetry-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from '../database/index.js';
import type { EventMap } from '../kernel/index.js';
import { SnapshotEntity } from './entities/index.js';
import { MOST_WAITING_BYTES } from './ingest.service.js';

const newDir = tempDirs();
let world: TelemetryWorld;
beforeEach(async () => {
  world = await TelemetryWorld.open(newDir());
});
afterEach(() => world.close());

const fullDisk = {
  volumes: [{ mount: '/', total_bytes: 100, free_bytes: 4, percent_used: 96 }],
};
const section = (name: string) => world.board.get(UID)?.sections.find((s) => s.name === name);

describe('a snapshot', () => {
  it('is judged by our rules, whatever the agent says of itself', async () => {
    await world.take(
      aTelemetry('pc1')
        .with('disk', { ...fullDisk, status: 'ok' })
        .frame(),
    );
    expect(section('disk')).toMatchObject({ status: 'crit' });
  });

  it('keeps since when a section is as it is', async () => {
    await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
    const since = section('disk')?.since;
    world.clock.advance(HOUR_MS);
    await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
    expect(section('disk')?.since).toBe(since);
    world.clock.advance(HOUR_MS);
    await world.take(aTelemetry('pc1').frame());
    expect(section('disk')).toMatchObject({
      status: 'ok',
      since: new Date(world.clock.now()).toISOString(),
    });
  });

  it('goes by our clock, not by the one of the PC', async () => {
    await world.take(
      aTelemetry('pc1').collected('2036-01-01T00:00:00Z').with('disk', fullDisk).frame(),
    );
    world.clock.advance(HOUR_MS);
    await world.take(aTelemetry('pc1').frame());
    expect(section('disk')?.status).toBe('ok');
    const { items } = await world.history.history(PC, 'disk', 0, world.clock.now());
    expect(items.map(({ collected_at }) => collected_at)).toEqual([
      '2026-06-04T12:00:00.000Z',
      '2036-01-01T00:00:00.000Z',
    ]);
  });

  it('shows a section of the wrong shape as unknown and takes the others', async () => {
    await world.take(
      aTelemetry('pc1').withRaw('disk', { status: 'ok', summary: 'x', volumes: 'all' }).frame(),
    );
    expect(section('disk')).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('wrong shape') as string,
    });
    expect(section('network')?.status).toBe('ok');
    expect(world.board.get(UID)?.refs).not.toHaveProperty('disk');
  });

  it('keeps sections of later protocols as they were sent', async () => {
    const ports = { status: 'warn', summary: '22 is open', ports: [{ port: 22 }] };
    await world.take(aTelemetry('pc1').withRaw('listening_ports', ports).frame());
    expect(section('listening_ports')).toMatchObject({ status: 'warn', reason: '22 is open' });
    const { snapshot } = await world.history.latest(PC, 'listening_ports');
    expect(snapshot).toEqual({ listening_ports: ports });
  });

  it('stores names that a database would not take: NUL, half a character, far too long', async () => {
    const mount = `\u0000\ud800${'x'.repeat(300)}`;
    const volumes = fullDisk.volumes.map((volume) => ({ ...volume, mount }));
    await world.take(aTelemetry('pc1').with('disk', { volumes }).frame());
    expect(await world.history.latest(PC, 'disk')).toMatchObject({
      snapshot: { disk: { volumes: [{ mount }] } },
    });
    const [points] = await world.points();
    expect(Object.keys(points?.['disk_used'] ?? {})).toEqual([`\ufffd\ufffd${'x'.repeat(198)}`]);
  });

  it('says unknown with the reason where the PC could not read', async () => {
    const unreadable = {
      status: 'ok',
      summary: 'x',
      readable: false,
      unreadable_reason: 'needs root',
    };
    await world.take(aTelemetry('pc1').withRaw('memory', unreadable).frame());
    expect(section('memory')).toMatchObject({ status: 'unknown', reason: 'needs root' });
  });

  it('is stored once per content, however often it comes', async () => {
    await world.take(aTelemetry('pc1').frame());
    const bodies = await world.count('section_bodies');
    world.clock.advance(HOUR_MS);
    await world.take(aTelemetry('pc1').frame());
    expect(await world.count('section_bodies')).toBe(bodies);
    expect(await world.count('snapshots')).toBe(2);
  });

  it('tells of a change only when there is one', async () => {
    await world.take(aTelemetry('pc1').frame());
    world.clock.advance(1000);
    await world.take(aTelemetry('pc1').frame());
    expect(world.changed).toHaveLength(1);
    await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
    expect(world.changed).toHaveLength(2);
  });

  it('leaves its numbers as series', async () => {
    await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
    const [points] = await world.points();
    expect(points).toMatchObject({ disk_used: { '/': 96 }, disk_free: { '/': 4 } });
  });

  it('leaves its numbers though it is the same as before, and nothing of it is parsed', async () => {
    for (let i = 0; i < 2; i += 1) {
      await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
      world.clock.advance(HOUR_MS);
    }
    const [first, second] = await world.points();
    expect(second).toEqual(first);
    expect(second).toMatchObject({ disk_used: { '/': 96 } });
  });

  it('is judged anew by rules that count days, though it is the same as before', async () => {
    const frame = aTelemetry('pc1')
      .with('defender', { readable: true, last_scan: new Date(world.clock.now()).toISOString() })
      .frame();
    await world.take(frame);
    expect(section('defender')?.status).toBe('ok');
    world.clock.advance(15 * 24 * HOUR_MS);
    await world.take(frame);
    expect(section('defender')).toMatchObject({
      status: 'warn',
      reason: 'The last scan was 15 days ago',
    });
  });

  it('shows the same content for what it is on each system', async () => {
    const frame = aTelemetry('pc1').withRaw('defender', { status: 'ok', summary: 'n/a' }).frame();
    await world.take(frame);
    expect(section('defender')).toBeUndefined();
    world.directory.os = 'windows';
    await world.take(frame);
    expect(section('defender')).toMatchObject({ status: 'ok' });
  });

  it('shows a section that is no JSON as unknown and takes the others', async () => {
    const frame = telemetryText(aTelemetry('pc1').frame());
    const sections = frame.sections.map((one) =>
      one.name === 'disk' ? { ...one, text: '{"status":"ok",}' } : one,
    );
    await world.takeText({ ...frame, sections });
    expect(section('disk')).toMatchObject({
      status: 'unknown',
      reason: 'The PC sent this in a wrong shape: not JSON',
    });
    expect(section('network')?.status).toBe('ok');
    expect(world.board.get(UID)?.refs).not.toHaveProperty('disk');
  });

  it('survives a start: what is shown is what was stored', async () => {
    await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
    const before = world.board.get(UID);
    world.board.remove(UID);
    await world.ingest.load(world.clock.now());
    expect(world.board.get(UID)).toMatchObject({ ...before });
  });

  it('names the system as people say it, also after a start', async () => {
    const debian = { name: 'Debian GNU/Linux', version: '12.11' };
    await world.take(aTelemetry('pc1').with('os_support', debian).frame());
    expect(world.board.get(UID)?.system).toBe('Debian 12');
    world.board.remove(UID);
    await world.ingest.load(world.clock.now());
    expect(world.board.get(UID)?.system).toBe('Debian 12');
  });

  it('tells of a change when the system is another, though all is as well as before', async () => {
    const windows = { name: 'Windows 11 Pro', version: '23H2' };
    await world.take(aTelemetry('pc1').with('os_support', windows).frame());
    let told = 0;
    world.events.on('health.changed', () => {
      told += 1;
    });
    await world.take(
      aTelemetry('pc1')
        .with('os_support', { ...windows, version: '24H2' })
        .frame(),
    );
    expect([told, world.board.get(UID)?.system]).toEqual([1, 'Windows 11 24H2']);
  });

  it('goes with its PC', async () => {
    await world.take(aTelemetry('pc1').frame());
    world.events.emit('agent.changed', { ...PC, change: 'removed', disconnect: true, at: 0 });
    await world.ingest.idle();
    expect(await world.count('snapshots')).toBe(0);
    expect(world.board.get(UID)).toBeUndefined();
  });

  describe('of a PC that was there for long', () => {
    const ROWS = 1_700;
    const removed = () =>
      world.events.emit('agent.changed', { ...PC, change: 'removed', disconnect: true, at: 0 });

    beforeEach(async () => {
      await world.take(aTelemetry('pc1').frame());
      await world.database.writer.write(async ({ manager }) => {
        const rows = Array.from({ length: ROWS }, (_, at) => [`s${at}`, UID, at, 'ok', '{}']);
        const columns = ['id', 'agent_uid', 'received_at', 'overall', 'refs'];
        await insertRows(manager, 'snapshots', columns, rows);
      }, 'telemetry');
    });

    it('goes piece by piece, and other writes come in between', async () => {
      removed();
      // Its first piece is queued by now; this stands behind it.
      await Promise.resolve();
      const between = await world.database.writer.write(
        ({ manager }) => manager.count(SnapshotEntity),
        'telemetry',
      );
      expect(between).toBeGreaterThan(1);
      expect(between).toBeLessThan(ROWS);
      await world.ingest.idle();
      for (const table of ['snapshots', 'pc_health']) {
        expect([table, await world.count(table)]).toEqual([table, 0]);
      }
    });

    it('goes at the next start where a stop came in between', async () => {
      removed();
      await world.ingest.beforeApplicationShutdown();
      const [snapshots, health] = [await world.count('snapshots'), await world.count('pc_health')];
      expect(snapshots).toBeGreaterThan(1);
      expect(health).toBe(1);
      const next = world.restarted();
      await next.forgetGone((uid) => uid === UID);
      expect(await world.count('snapshots')).toBe(snapshots);
      await next.forgetGone(() => false);
      expect([await world.count('snapshots'), await world.count('pc_health')]).toEqual([0, 0]);
    });
  });

  it('is dropped when too much waits already, and taken again when that is stored', async () => {
    const read = () => telemetryText(aTelemetry('pc1').frame());
    const huge = { ...PC, read, bytes: MOST_WAITING_BYTES, at: world.clock.now() };
    const waiting = world.ingest.take(huge);
    await world.take(aTelemetry('pc1').frame());
    await waiting;
    expect(await world.count('snapshots')).toBe(1);
    world.clock.advance(1000);
    await world.take(aTelemetry('pc1').frame());
    expect(await world.count('snapshots')).toBe(2);
  });

  it('never ends anything when it cannot be stored', async () => {
    await world.database.writer.write((tx) => tx.manager.query('DROP TABLE snapshots'));
    await expect(world.take(aTelemetry('pc1').frame())).resolves.toBeUndefined();
    expect(world.board.get(UID)).toBeUndefined();
  });
});

describe('a PC that sends too much in a day', () => {
  it('is stored until its allowance is used up, and again after midnight by UTC', async () => {
    const spent: EventMap['allowance.spent'][] = [];
    world.events.on('allowance.spent', (event) => void spent.push(event));
    const bytes = 20_000;
    const ingest = world.restarted(bytes);
    const send = () => {
      const summary = randomBytes(3_000).toString('hex');
      const frame = aTelemetry('pc1').withRaw('noise', { status: 'ok', summary }).frame();
      const at = world.clock.now();
      return ingest.take({ ...PC, read: () => telemetryText(frame), bytes: 1, at });
    };
    for (let i = 0; i < 10; i += 1) await send();
    const stored = await world.count('snapshots');
    expect(stored).toBeGreaterThan(1);
    expect(stored).toBeLessThan(7);
    const at = world.clock.now();
    expect(spent).toEqual([{ ...PC, of: 'telemetry', bytes, at }]);
    expect(world.board.get(UID)?.dropped_since).toBe(at);
    expect(world.changed.at(-1)).toEqual({ agent_id: 'pc1', at });
    world.clock.advance(12 * HOUR_MS);
    await send();
    expect(await world.count('snapshots')).toBe(stored + 1);
    expect(world.board.get(UID)).not.toHaveProperty('dropped_since');
  });
});

describe('retention', () => {
  it('deletes what is older than its days, and no content that is still shown', async () => {
    await world.take(aTelemetry('pc1').with('disk', fullDisk).frame());
    for (let day = 0; day < 40; day += 1) {
      world.clock.advance(24 * HOUR_MS);
      await world.take(aTelemetry('pc1').frame());
    }
    const bodies = await world.count('section_bodies');
    await world.retention(30).run(world.clock.now());
    expect(await world.count('snapshots')).toBe(31);
    const { items } = await world.history.history(PC, 'disk', 0, world.clock.now());
    expect(items.every(({ payload }) => payload !== null)).toBe(true);
    expect((await world.history.latest(PC)).snapshot).toHaveProperty('disk');
    // Only the contents of the full disk of day 0 are gone.
    expect(await world.count('section_bodies')).toBe(bodies - 1);
  });
});

describe('history', () => {
  it('takes a section named like something every object has for what it is: not there', async () => {
    await world.take(aTelemetry('pc1').frame());
    const { items } = await world.history.history(PC, 'constructor', 0, world.clock.now());
    expect(items).toMatchObject([{ payload: null }]);
  });

  it('says which sections there are when one is asked for that never came', async () => {
    await world.take(aTelemetry('pc1').frame());
    await expect(world.history.latest(PC, 'printers')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('disk') as string,
    });
  });

  it('comes in pages, newest first', async () => {
    for (let i = 0; i < 203; i += 1) {
      world.clock.advance(1000);
      await world.take(aTelemetry('pc1').frame());
    }
    const first = await world.history.history(PC, 'disk', 0, world.clock.now());
    expect(first.items).toHaveLength(200);
    const next = first.next_cursor ?? '';
    const second = await world.history.history(PC, 'disk', 0, world.clock.now(), next);
    expect(second).toMatchObject({ next_cursor: null });
    expect(second.items).toHaveLength(3);
  });

  it('ends a page before a large section is too much for one answer', async () => {
    const note = 'x'.repeat(CAPS.httpPageBytes * 0.4);
    for (let i = 0; i < 3; i += 1) {
      world.clock.advance(1000);
      await world.take(aTelemetry('pc1').withRaw('extra', { note }).frame());
    }
    const first = await world.history.history(PC, 'extra', 0, world.clock.now());
    expect(first.items).toHaveLength(2);
    const next = first.next_cursor ?? '';
    const second = await world.history.history(PC, 'extra', 0, world.clock.now(), next);
    expect(second).toMatchObject({ items: [{ payload: { note } }], next_cursor: null });
  });
});
