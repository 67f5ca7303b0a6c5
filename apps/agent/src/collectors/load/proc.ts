import type { CpuTimes, Flow, Flows } from './counters.js';

/** First line of /proc/stat. Time that a host gave to others (`steal`) is missing here, so it is busy. */
export function parseCpuTimes(text: string): CpuTimes | undefined {
  const [, line] = /^cpu {1,4}((?:\d{1,19} ?){4,10})$/m.exec(text) ?? [];
  if (line === undefined) return undefined;
  // The time of guests is in `user` and `nice` already.
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    line.trim().split(' ').map(Number);
  return { busy: user + nice + system + irq + softirq + steal, idle: idle + iowait };
}

/** `some avg10=0.00 … total=724` of /proc/pressure/memory, which counts microseconds; in ms. */
export function parsePressure(text: string): number | undefined {
  const [, total] = /^some [^\n]{0,100}total=(\d{1,19})$/m.exec(text) ?? [];
  return total === undefined ? undefined : Number(total) / 1000;
}

/** /proc/net/dev: `eth0: 3333901319 102816 …`, 8 columns of what was received, then of what was sent. */
export function parseNetDev(text: string): Map<string, Flow> {
  return flowsOf(text, (line) => {
    const end = line.lastIndexOf(':');
    const columns = line
      .slice(end + 1)
      .trim()
      .split(/\s+/);
    return end < 0 ? [] : [line.slice(0, end).trim(), columns[0], columns[8]];
  });
}

/** Sectors of /proc/diskstats are of this size, whatever the drive's own are. */
const SECTOR_BYTES = 512;

/** /proc/diskstats: `254 0 vda 1043005 189893 32323866 …`, disks and their partitions. */
export function parseDiskstats(text: string): Map<string, Flow> {
  const sectors = flowsOf(text, (line) => {
    const columns = line.trim().split(/\s+/);
    return [columns[2], columns[5], columns[9]];
  });
  return new Map(
    [...sectors].map(([name, [read, written]]) => [
      name,
      [read * SECTOR_BYTES, written * SECTOR_BYTES],
    ]),
  );
}

type Columns = readonly (string | undefined)[];

function flowsOf(text: string, columnsOf: (line: string) => Columns): Map<string, Flow> {
  const flows = new Map<string, Flow>();
  for (const line of text.split('\n')) {
    const [name, inward, outward] = columnsOf(line);
    if (!name || !isCount(inward) || !isCount(outward)) continue;
    flows.set(name, [Number(inward), Number(outward)]);
  }
  return flows;
}

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,19}$/.test(text);
}

/** Undefined when none of them is there. */
export function only(flows: Flows, names: ReadonlySet<string>): Flows | undefined {
  const kept = [...flows].filter(([name]) => names.has(name));
  return kept.length === 0 ? undefined : new Map(kept);
}
