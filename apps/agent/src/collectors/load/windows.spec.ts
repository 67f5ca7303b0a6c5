import {
  aWindowsPc,
  readOn,
  refused,
  type WindowsPc,
} from '../../../test/windows/made-windows-machine.js';
import { LoadMeter } from './load-meter.js';
import { cpuTimesOf } from './windows.js';

const MEMORY = { total: 16e9, available: 4e9 };

/** Reads one PC after the other, a minute later each time. */
async function readings(...pcs: WindowsPc[]) {
  const meter = new LoadMeter();
  const all = [];
  for (const [index, pc] of pcs.entries()) {
    const machine = aWindowsPc({ memory: MEMORY, load: meter, ...pc });
    const clock = { ...machine.clock, monotonic: () => index * 60_000 };
    all.push(await readOn('load', { ...machine, clock }));
  }
  return all;
}

describe('section load on Windows', () => {
  const traffic = (moved: number) => ({
    native: {
      traffic: {
        adapters: [{ name: '1689399632855040', inward: moved, outward: 2 * moved }],
        disks: [{ name: '0', inward: 3 * moved, outward: 0 }],
      },
    },
  });

  it('is the difference of two readings', async () => {
    const [first, second] = await readings(
      { ...traffic(600_000), cpu: { busy: 1_000, idle: 9_000 } },
      { ...traffic(1_200_000), cpu: { busy: 31_000, idle: 99_000 } },
    );
    expect(first).toMatchObject({
      summary: 'Memory 75 %; the rest comes with the next report',
      fields: { measured_over_s: null, cpu_percent: null, disk_read_bytes_per_s: null },
    });
    expect(second).toEqual({
      kind: 'read',
      summary: 'CPU 25 %, memory 75 %, network 30 kB/s, disks 30 kB/s',
      fields: {
        measured_over_s: 60,
        cpu_percent: 25,
        cpu_peak_percent: null,
        memory_percent: 75,
        memory_pressure_percent: null,
        network_in_bytes_per_s: 10_000,
        network_out_bytes_per_s: 20_000,
        disk_read_bytes_per_s: 30_000,
        disk_write_bytes_per_s: 0,
      },
    });
  });

  it('has processor and memory where Windows counts no bytes, or the child fails', async () => {
    const silent = { native: { traffic: { adapters: null, disks: null } } };
    const failing = { native: { traffic: refused('the reading process crashed') } };
    const [, second, third] = await readings(
      { ...silent, cpu: { busy: 0, idle: 0 } },
      { ...silent, cpu: { busy: 1, idle: 9 } },
      { ...failing, cpu: { busy: 2, idle: 18 } },
    );
    for (const one of [second, third]) {
      expect(one).toMatchObject({
        summary: 'CPU 10 %, memory 75 %',
        fields: { network_in_bytes_per_s: null, disk_write_bytes_per_s: null },
      });
    }
  });

  it('adds up what Node tells of the processors, interrupts only once', () => {
    const times = { user: 10, nice: 0, sys: 20, idle: 70, irq: 5 };
    expect(cpuTimesOf([{ times }, { times }])).toEqual({ busy: 60, idle: 140 });
    expect(cpuTimesOf([])).toBeUndefined();
  });
});
