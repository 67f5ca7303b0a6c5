import { CHART_LIMITS, type SeriesPoint } from '@kenny/contract';
import { aTelemetry } from '@kenny/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { PC, TelemetryWorld, UID } from '../../../test/telemetry-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { ChangesService } from './changes.service.js';
import { ForecastService } from './forecast.service.js';
import { dayOf } from './health-day.js';
import { SeriesRepository } from './series.repository.js';
import { SeriesService } from './series.service.js';

const newDir = tempDirs();
let world: TelemetryWorld;
let series: SeriesService;
beforeEach(async () => {
  world = await TelemetryWorld.open(newDir());
  series = new SeriesService(new SeriesRepository(world.database.reads));
});
afterEach(() => world.close());

const volume = (mount: string, percent_used: number) => ({
  ...{ mount, total_bytes: 1_000, percent_used },
  free_bytes: Math.round(1_000 - percent_used * 10),
});
const disks = (...volumes: ReturnType<typeof volume>[]) =>
  aTelemetry('pc1').with('disk', { volumes }).frame();
/** One snapshot each so much time. */
async function takeEvery(ms: number, frames: ReturnType<typeof disks>[]): Promise<void> {
  for (const frame of frames) {
    await world.take(frame);
    world.clock.advance(ms);
  }
}
const lastDays = (days: number) => ({
  from: world.clock.now() - days * DAY_MS,
  to: world.clock.now(),
});
const values = (points: readonly SeriesPoint[] = []) => points.map(([, mean]) => mean);

describe('a series', () => {
  it('has a line for each disk, in the unit of the contract, oldest first', async () => {
    await takeEvery(HOUR_MS, [
      disks(volume('/', 40), volume('/home', 70)),
      disks(volume('/', 50), volume('/home', 71)),
    ]);
    const found = await series.series(PC, 'disk_used', lastDays(1));
    expect(found).toMatchObject({ metric: 'disk_used', unit: '%', truncated: false });
    expect(found.lines.map(({ key, points }) => [key, values(points)])).toEqual([
      ['/', [40, 50]],
      ['/home', [70, 71]],
    ]);
    expect(found.lines[0]?.points[0]?.[0]).toBe('2026-06-04T12:00:00.000Z');
  });

  it('puts a long time together by the mean, the least and the largest', async () => {
    await takeEvery(
      MINUTE_MS,
      [20, 40, 90].map((used) => disks(volume('/', used))),
    );
    const { lines, resolution_s } = await series.series(PC, 'disk_used', lastDays(30));
    expect(resolution_s).toBe(21_600);
    const { from, to } = lastDays(30);
    // A dashboard asks from a month before the last report.
    const asked = { from: from - 15 * MINUTE_MS, to };
    expect((await series.series(PC, 'disk_used', asked)).resolution_s).toBe(21_600);
    expect(lines[0]?.points).toEqual([['2026-06-04T12:00:00.000Z', 50, 20, 90]]);
    const long = await series.series(PC, 'disk_used', lastDays(CHART_LIMITS.spanDays));
    expect(long.lines[0]?.points.length).toBeLessThanOrEqual(CHART_LIMITS.points + 1);
  });

  it('draws a week evenly, however often the PC reported on its last day', async () => {
    const used = (i: number) => disks(volume('/', 40 + (i % 2)));
    await takeEvery(
      2 * HOUR_MS,
      Array.from({ length: 72 }, (_, i) => used(i)),
    );
    await takeEvery(
      30 * MINUTE_MS,
      Array.from({ length: 48 }, (_, i) => used(i)),
    );
    const { lines } = await series.series(PC, 'disk_used', lastDays(7));
    const times = (lines[0]?.points ?? []).map(([at]) => Date.parse(at));
    const apart = times.slice(1).map((at, i) => at - (times[i] ?? at));
    expect(new Set(apart)).toEqual(new Set([2 * HOUR_MS]));
  });

  it('leaves out the time of which nothing is known, and other PCs', async () => {
    await takeEvery(6 * HOUR_MS, [disks(volume('/', 40)), disks(volume('/', 50))]);
    const { lines } = await series.series(PC, 'disk_used', lastDays(1));
    expect(lines[0]?.points).toHaveLength(2);
    const other = { agent_uid: 'uid-pc2' };
    expect((await series.series(other, 'disk_used', lastDays(1))).lines).toEqual([]);
  });

  it('shows a dozen of many lines, and says so', async () => {
    const many = Array.from({ length: 30 }, (_, i) => volume(`/mnt/${i}`, 10));
    await takeEvery(HOUR_MS, [disks(volume('/', 50)), disks(volume('/', 50), ...many)]);
    const { lines, truncated } = await series.series(PC, 'disk_used', lastDays(1));
    expect(lines).toHaveLength(CHART_LIMITS.lines);
    expect(lines[0]?.key).toBe('/');
    expect(truncated).toBe(true);
  });

  it('takes names that a PC made up for what they are', async () => {
    const mount = `it's "/" \u2603 $1 ?1`;
    await world.take(disks(volume(mount, 33)));
    const { lines } = await series.series(PC, 'disk_used', lastDays(1));
    expect(lines.map(({ key, points }) => [key, values(points)])).toEqual([[mount, [33]]]);
  });

  it('holds how long a ping to the PC takes', async () => {
    world.directory.latency_ms = 23.456;
    await world.take(disks(volume('/', 33)));
    world.directory.latency_ms = undefined;
    world.clock.advance(HOUR_MS);
    await world.take(disks(volume('/', 33)));
    expect(await series.series(PC, 'latency', lastDays(1))).toMatchObject({
      unit: 'ms',
      lines: [{ key: '', points: [['2026-06-04T12:00:00.000Z', 23.5, 23.5, 23.5]] }],
    });
  });

  it('is refused for a name that is none, and for a time that is none', async () => {
    await expect(series.series(PC, 'x"]; drop', lastDays(1))).rejects.toThrow('disk_used');
    await expect(series.series(PC, 'disk_used', { from: 2, to: 1 })).rejects.toThrow('before to');
    const long = { from: 0, to: 400 * DAY_MS };
    await expect(series.series(PC, 'disk_used', long)).rejects.toThrow('366 days');
  });
});

describe('a forecast', () => {
  const forecasts = () => new ForecastService(series, world.limits, world.clock).forecasts(PC);

  it('says which disk is full when, and nothing of the one that stays as it is', async () => {
    const frames = Array.from({ length: 33 }, (_, i) =>
      disks(volume('/', 80 + i * 0.25), volume('/home', 50)),
    );
    await takeEvery(3 * HOUR_MS, frames);
    const { items } = await forecasts();
    expect(items).toMatchObject([
      {
        metric: 'disk_used',
        key: '/',
        unit: '%',
        limit: 100,
        summary: '/ is full in about 6 days',
      },
    ]);
    expect(items[0]?.per_day).toBeCloseTo(2);
    expect(items[0]?.start).toEqual({ at: new Date(world.clock.now()).toISOString(), value: 88 });
  });

  it('is of the limit that counts on this PC', async () => {
    const worn = Array.from({ length: 33 }, (_, i) =>
      aTelemetry('pc1')
        .with('battery', { present: true, health_percent: 70 - i * 0.25 })
        .frame(),
    );
    await takeEvery(3 * HOUR_MS, worn);
    expect((await forecasts()).items).toMatchObject([{ metric: 'battery_health', limit: 50 }]);
    world.limits.set({
      ...{ scope: 'pc', subject: PC.agent_uid, section: 'battery', field: 'health_percent' },
      ...{ warn: null, crit: 40, by_name: 'Anna', at: 0 },
    });
    const summary = 'The battery holds less than 40 % of its original capacity in about 11 days';
    expect((await forecasts()).items).toMatchObject([{ limit: 40, summary }]);
  });

  it('goes on from the new level as soon as somebody has cleaned up, also within the hour', async () => {
    const filling = Array.from({ length: 33 }, (_, i) => disks(volume('/', 80 + i * 0.25)));
    await takeEvery(3 * HOUR_MS, filling);
    await takeEvery(
      MINUTE_MS,
      [88, 88, 80].map((used) => disks(volume('/', used))),
    );
    const { items } = await forecasts();
    expect(items).toMatchObject([{ summary: '/ is full in about 10 days', start: { value: 80 } }]);
  });

  it('is left to those who wait a few days', async () => {
    await takeEvery(
      HOUR_MS,
      [80, 85, 90, 95].map((used) => disks(volume('/', used))),
    );
    expect(await forecasts()).toEqual({ items: [] });
  });
});

describe('what changed on a PC', () => {
  const changes = (days = 7) => new ChangesService(world.repository).changes(PC, lastDays(days));
  const printer = (status: string) =>
    aTelemetry('pc1')
      .with('printers', { printers: [{ name: 'Brother', status, is_default: true, jobs: 0 }] })
      .frame();

  it('is told with its section and the two times between which it happened, newest first', async () => {
    await takeEvery(HOUR_MS, ['Normal', 'Normal', 'Offline', 'Normal'].map(printer));
    const { items, truncated } = await changes();
    const what = 'Brother, status';
    expect(items).toEqual([
      {
        ...{ at: '2026-06-04T15:00:00.000Z', after: '2026-06-04T14:00:00.000Z' },
        ...{ section: 'printers', what, from: 'Offline', to: 'Normal' },
      },
      {
        ...{ at: '2026-06-04T14:00:00.000Z', after: '2026-06-04T13:00:00.000Z' },
        ...{ section: 'printers', what, from: 'Normal', to: 'Offline' },
      },
    ]);
    expect(truncated).toBe(false);
  });

  it('is told to the report of a section that is new each time, with a handful read at once', async () => {
    const protection = (on: boolean, i: number) =>
      aTelemetry('pc1')
        .with('defender', {
          ...{ enabled: true, realtime_protection: on, threats_found: 0 },
          last_signature_update: new Date(i * HOUR_MS).toISOString(),
        })
        .frame();
    const frames = Array.from({ length: 100 }, (_, i) => protection(i < 77, i));
    await takeEvery(MINUTE_MS, frames);
    const read = jest.spyOn(world.repository, 'bodies');
    const { items } = await changes();
    const at = Date.parse('2026-06-04T12:00:00.000Z') + 77 * MINUTE_MS;
    expect(items).toEqual([
      {
        ...{ at: new Date(at).toISOString(), after: new Date(at - MINUTE_MS).toISOString() },
        ...{ section: 'defender', what: 'Real-time protection', from: 'on', to: 'off' },
      },
    ]);
    expect(read.mock.calls.map(([ids]) => ids.length)).toEqual([24, 1, 1]);
  });

  it('reads so much and no more where every report says something else, its end always in it', async () => {
    const frames = Array.from({ length: 240 }, (_, i) =>
      printer(i < 239 ? `Normal ${i}` : 'Error'),
    );
    await takeEvery(MINUTE_MS, frames);
    const read = jest.spyOn(world.repository, 'bodies');
    const { items } = await changes();
    expect(items[0]).toMatchObject({ to: 'Error' });
    const sizes = read.mock.calls.map(([ids]) => ids.length);
    expect(Math.max(...sizes)).toBe(24);
    expect(sizes).toHaveLength(8);
  });

  it('is empty for a PC that stays as it is, or says nothing', async () => {
    expect((await changes()).items).toEqual([]);
    await takeEvery(HOUR_MS, [disks(volume('/', 40)), disks(volume('/', 41))]);
    expect((await changes()).items).toEqual([]);
  });

  it('is empty when nothing moved but clocks: last check, last start, a reason with a time in it', async () => {
    const at = (hours: number) =>
      aTelemetry('pc1')
        .with('win_update', { last_check: new Date(hours * HOUR_MS).toISOString(), recent: [] })
        .with('uptime', { uptime_secs: 1, boot_time_unix: hours * 3_600 })
        .with('reliability', {
          readable: false,
          unreadable_reason: `nothing is known of before the start ${hours} h 0 min ago`,
        })
        .frame();
    await takeEvery(HOUR_MS, [1, 2, 3].map(at));
    expect((await changes()).items).toEqual([]);
  });

  it('is cut when there is too much of it', async () => {
    const many = (word: string) =>
      aTelemetry('pc1')
        .with('network', { dns: Array.from({ length: 90 }, (_, i) => `${word}${i}`) })
        .frame();
    await takeEvery(HOUR_MS, ['a', 'b', 'c', 'd'].map(many));
    const { items, truncated } = await changes();
    expect(items).toHaveLength(CHART_LIMITS.changes);
    expect(truncated).toBe(true);
  });
});

describe('the days of a PC', () => {
  const days = () =>
    world.database.reads.manager.query<{ agent_uid: string; day: number; hours: string }[]>(
      'SELECT agent_uid, day, hours FROM health_days ORDER BY day',
    );

  it('are kept an hour a character, with the worst of each hour', async () => {
    const full = disks(volume('/', 99));
    const fine = disks(volume('/', 9));
    await takeEvery(30 * MINUTE_MS, [full, fine, fine, fine]);
    world.clock.advance(10 * HOUR_MS);
    await takeEvery(30 * MINUTE_MS, [fine]);
    const today = dayOf(world.clock.now());
    expect(await days()).toEqual([
      { agent_uid: UID, day: today - 1, hours: '------------co----------' },
      { agent_uid: UID, day: today, hours: 'o-----------------------' },
    ]);
  });

  it('are written when there is something new of them, and go on after a restart', async () => {
    const fine = disks(volume('/', 9));
    const store = jest.spyOn(world.repository, 'store');
    await takeEvery(10 * MINUTE_MS, [fine, fine, fine]);
    const written = store.mock.calls.map(([, [stored]]) => stored?.day?.hours);
    expect(written).toEqual(['------------o-----------', undefined, undefined]);
    world.board.remove(UID);
    await world.restarted().load(world.clock.now());
    world.clock.advance(HOUR_MS);
    await takeEvery(MINUTE_MS, [fine]);
    expect(await days()).toMatchObject([{ hours: '------------oo----------' }]);
  });

  it('end with their time, and with their PC', async () => {
    await takeEvery(DAY_MS, [disks(volume('/', 9)), disks(volume('/', 9))]);
    world.clock.advance(29 * DAY_MS);
    await world.retention(30).run(world.clock.now());
    expect(await world.count('health_days')).toBe(1);
    world.events.emit('agent.changed', {
      ...PC,
      ...{ change: 'removed', disconnect: true, at: world.clock.now() },
    });
    await world.ingest.idle();
    expect(await world.count('health_days')).toBe(0);
  });
});
