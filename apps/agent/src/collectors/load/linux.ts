import { type Collector, reading, unreadable } from '../collector.js';
import { Unreadable } from '../../errors/unreadable.js';
import { memoryUse } from '../memory/linux.js';
import type { Probe } from '../probe/probe.js';
import type { SystemFiles } from '../probe/system-files.js';
import { defaultRoute, parseRoutes } from '../routing/linux.js';
import type { CpuTimes, Flows } from './counters.js';
import { loadSummary } from './load-summary.js';
import { only, parseCpuTimes, parseDiskstats, parseNetDev, parsePressure } from './proc.js';
import { round } from '../words.js';

/** A PC with more of them is a host of containers; the rest is not looked at. */
const MOST_DEVICES = 500;

export const load: Collector<'load'> = async ({ files, clock, load: meter }) => {
  const at = clock.monotonic();
  const [cpu, meminfo, pressure, network, disks] = await Promise.all([
    readCpuTimes(files),
    textOf(files, '/proc/meminfo'),
    textOf(files, '/proc/pressure/memory'),
    readNetwork(files),
    readDisks(files),
  ]);
  const memory = memoryUse(meminfo);
  if (!cpu && !memory && !network && !disks) return unreadable('/proc tells nothing of the load');
  const memoryWaitMs = parsePressure(pressure);
  const fields = {
    ...meter.measure({ at, cpu, memoryWaitMs, network, disks }),
    memory_percent: memory ? round((100 * memory.used) / memory.total, 1) : null,
  };
  return reading<'load'>(loadSummary(fields), fields);
};

export async function readCpuTimes(files: SystemFiles): Promise<CpuTimes | undefined> {
  return parseCpuTimes(await textOf(files, '/proc/stat'));
}

/**
 * What goes through real adapters: bridges, tunnels and the interfaces of containers hand on what
 * went through one. Where there is none (a container), what goes through the default route.
 */
async function readNetwork(files: SystemFiles): Promise<Flows | undefined> {
  const flows = parseNetDev(await textOf(files, '/proc/net/dev'));
  const real = await withDevice(files, '/sys/class/net', [...flows.keys()]);
  for (const name of [...real]) {
    // An adapter below another one (bonds of clouds): both count the same bytes.
    const above = await files.linkName(`/sys/class/net/${name}/master`);
    if (above !== undefined && real.has(above)) real.delete(name);
  }
  if (real.size > 0) return only(flows, real);
  const route = defaultRoute(parseRoutes(await textOf(files, '/proc/net/route')));
  return route?.interface ? only(flows, new Set([route.interface])) : undefined;
}

/** Whole drives: partitions, RAID, LVM and loop devices move the bytes of a drive below them. */
async function readDisks(files: SystemFiles): Promise<Flows | undefined> {
  const flows = parseDiskstats(await textOf(files, '/proc/diskstats'));
  return only(flows, await withDevice(files, '/sys/block', [...flows.keys()]));
}

async function withDevice(
  files: SystemFiles,
  folder: string,
  names: readonly string[],
): Promise<Set<string>> {
  const real = new Set<string>();
  for (const name of names.slice(0, MOST_DEVICES)) {
    if (name.includes('/')) continue;
    if (await files.exists(`${folder}/${name}/device`)) real.add(name);
  }
  return real;
}

/** Empty where it cannot be read: the other numbers are still worth something. */
async function textOf(files: Probe['files'], path: string): Promise<string> {
  try {
    return await files.read(path);
  } catch (error) {
    if (error instanceof Unreadable) return '';
    throw error;
  }
}
