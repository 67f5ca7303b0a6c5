import { FakeClock } from '@kenny/testing';
import type { CpuTimes, LoadCounters } from './counters.js';
import { LoadMeter } from './load-meter.js';
import { sampleMinutes } from './sample-minutes.js';

const counted = (seconds: number, counts: Partial<LoadCounters> = {}): LoadCounters => ({
  at: seconds * 1_000,
  cpu: undefined,
  memoryWaitMs: undefined,
  network: undefined,
  disks: undefined,
  ...counts,
});
const cpu = (busy: number, idle: number): CpuTimes => ({ busy, idle });

describe(LoadMeter.name, () => {
  it('knows no rate at first, and then the mean since the report before', () => {
    const meter = new LoadMeter();
    const first = meter.measure(
      counted(10, { cpu: cpu(50, 50), memoryWaitMs: 0, disks: new Map([['sda', [0, 512]]]) }),
    );
    expect(new Set(Object.values(first))).toEqual(new Set([null]));
    const second = meter.measure(
      counted(910, {
        cpu: cpu(140, 860),
        memoryWaitMs: 9_000,
        disks: new Map([['sda', [0, 900_512]]]),
      }),
    );
    expect(second).toEqual({
      measured_over_s: 900,
      cpu_percent: 10,
      cpu_peak_percent: null,
      memory_pressure_percent: 1,
      network_in_bytes_per_s: null,
      network_out_bytes_per_s: null,
      disk_read_bytes_per_s: 0,
      disk_write_bytes_per_s: 1_000,
    });
    expect(meter.measure(counted(920, { cpu: cpu(150, 850) }))).toMatchObject({
      measured_over_s: 10,
      cpu_percent: null,
    });
  });

  it('gives two that ask at once the same begin', () => {
    const meter = new LoadMeter();
    meter.measure(counted(0, { cpu: cpu(0, 0) }));
    expect(meter.measure(counted(2, { cpu: cpu(1, 1) })).measured_over_s).toBeNull();
    meter.measure(counted(900, { cpu: cpu(300, 600) }));
    expect(meter.measure(counted(902, { cpu: cpu(302, 600) }))).toMatchObject({
      measured_over_s: 902,
    });
    expect(meter.measure(counted(1_800, { cpu: cpu(390, 1_410) }))).toMatchObject({
      measured_over_s: 900,
      cpu_percent: 10,
    });
  });

  it('tells the busiest minute since the report before, and none of an earlier one', () => {
    const meter = new LoadMeter();
    meter.minute(0, cpu(0, 0));
    meter.minute(60_000, cpu(60, 0));
    meter.measure(counted(61));
    meter.minute(120_000, cpu(75, 45));
    meter.minute(180_000, cpu(120, 60));
    meter.minute(240_000, undefined);
    meter.minute(300_000, cpu(900, 900));
    expect(meter.measure(counted(301)).cpu_peak_percent).toBe(75);
    expect(meter.measure(counted(400)).cpu_peak_percent).toBeNull();
    meter.minute(420_000, cpu(900, 1_000));
    expect(meter.measure(counted(459)).cpu_peak_percent).toBeNull();
  });
});

describe(sampleMinutes.name, () => {
  it('looks once a minute until it is ended, whatever the system says', async () => {
    const clock = new FakeClock();
    const seen: unknown[] = [];
    const times = [cpu(0, 0), undefined, cpu(5, 5)];
    const read = () => Promise.resolve(times[seen.length]);
    const end = sampleMinutes({ minute: (at, cpu) => seen.push([at, cpu]) }, read, clock);
    const began = clock.monotonic();
    await Promise.resolve();
    for (let minute = 0; minute < 2; minute += 1) {
      clock.advance(60_000);
      await new Promise(setImmediate);
    }
    end();
    clock.advance(600_000);
    await new Promise(setImmediate);
    expect(seen).toEqual([
      [began, cpu(0, 0)],
      [began + 60_000, undefined],
      [began + 120_000, cpu(5, 5)],
    ]);
  });
});
