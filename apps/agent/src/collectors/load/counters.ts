/** Processor time since the start, in any one unit. */
export interface CpuTimes {
  readonly busy: number;
  readonly idle: number;
}

/** Bytes of a device since it came: received and sent, or read and written. */
export type Flow = readonly [inward: number, outward: number];
/** By the device's name. */
export type Flows = ReadonlyMap<string, Flow>;

/** What the system counts, at one moment; undefined where it does not say. */
export interface LoadCounters {
  /** Monotonic ms. */
  readonly at: number;
  readonly cpu: CpuTimes | undefined;
  /** How long some program has waited for memory, in ms. */
  readonly memoryWaitMs: number | undefined;
  readonly network: Flows | undefined;
  readonly disks: Flows | undefined;
}

/** Percent of the time between the two; null when a counter went back or stood still. */
export function busyPercent(
  before: CpuTimes | undefined,
  now: CpuTimes | undefined,
): number | null {
  if (!before || !now) return null;
  const [busy, idle] = [now.busy - before.busy, now.idle - before.idle];
  return busy >= 0 && idle >= 0 && busy + idle > 0 ? (100 * busy) / (busy + idle) : null;
}

/** Percent of `ms` by which a count of ms has grown; null when it went back. */
export function sharePercent(
  before: number | undefined,
  now: number | undefined,
  ms: number,
): number | null {
  if (before === undefined || now === undefined || now < before || ms <= 0) return null;
  return Math.min(100, (100 * (now - before)) / ms);
}

const UNKNOWN = [null, null] as const;

/**
 * Bytes per second of the devices that were there all the time; null without one, and when one of
 * them has begun anew: what it moved before that is not known.
 */
export function flowPerSecond(
  before: Flows | undefined,
  now: Flows | undefined,
  ms: number,
): readonly [inward: number, outward: number] | typeof UNKNOWN {
  let [inward, outward, devices] = [0, 0, 0];
  for (const [name, [read, written]] of now ?? []) {
    const [readBefore, writtenBefore] = before?.get(name) ?? [];
    if (readBefore === undefined || writtenBefore === undefined) continue;
    if (read < readBefore || written < writtenBefore) return UNKNOWN;
    inward += read - readBefore;
    outward += written - writtenBefore;
    devices += 1;
  }
  if (devices === 0 || ms <= 0) return UNKNOWN;
  return [Math.round((1000 * inward) / ms), Math.round((1000 * outward) / ms)];
}
