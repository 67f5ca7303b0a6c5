import type { PayloadOf, SectionPayload } from '@kenny/contract/agent';
import { MINUTE_MS } from '@kenny/kernel';
import { round } from '../words.js';
import {
  busyPercent,
  type CpuTimes,
  flowPerSecond,
  type LoadCounters,
  sharePercent,
} from './counters.js';

/** Shorter than this says more of the reading itself than of the PC. */
const SHORTEST_WINDOW_MS = 5_000;
/** A day of minutes, which is the longest time between two reports. */
const MOST_MINUTES = 1_440;

export type MeasuredLoad = Omit<PayloadOf<'load'>, keyof SectionPayload | 'memory_percent'>;

/** Remembers counters from one report to the next, because a rate is the difference of two. */
export class LoadMeter {
  private newest: LoadCounters | undefined;
  private older: LoadCounters | undefined;
  private minuteBegan: CpuTimes | undefined;
  private minutes: { readonly at: number; readonly percent: number }[] = [];

  /** Called each minute. */
  minute(at: number, cpu: CpuTimes | undefined): void {
    const percent = busyPercent(this.minuteBegan, cpu);
    this.minuteBegan = cpu;
    if (percent === null) return;
    this.minutes.push({ at, percent });
    if (this.minutes.length > MOST_MINUTES) this.minutes.shift();
  }

  /** Means since the report before; two that follow at once have the same begin. */
  measure(now: LoadCounters): MeasuredLoad {
    const isEnough = (before: LoadCounters | undefined): before is LoadCounters =>
      before !== undefined && now.at - before.at >= SHORTEST_WINDOW_MS;
    const before = [this.newest, this.older].find(isEnough);
    if (!this.newest || before === this.newest) {
      this.older = this.newest;
      this.newest = now;
    }
    const ms = before ? now.at - before.at : 0;
    const [received, sent] = flowPerSecond(before?.network, now.network, ms);
    const [read, written] = flowPerSecond(before?.disks, now.disks, ms);
    return {
      measured_over_s: before ? Math.round(ms / 1000) : null,
      cpu_percent: percentOf(busyPercent(before?.cpu, now.cpu)),
      cpu_peak_percent: percentOf(before && ms >= MINUTE_MS ? this.busiestSince(before.at) : null),
      memory_pressure_percent: percentOf(sharePercent(before?.memoryWaitMs, now.memoryWaitMs, ms)),
      network_in_bytes_per_s: received,
      network_out_bytes_per_s: sent,
      disk_read_bytes_per_s: read,
      disk_write_bytes_per_s: written,
    };
  }

  /** Null where no minute has ended. */
  private busiestSince(at: number): number | null {
    const since = this.minutes.filter((minute) => minute.at > at);
    return since.length === 0 ? null : Math.max(...since.map(({ percent }) => percent));
  }
}

/** The one of this process. */
export const loadMeter = new LoadMeter();

function percentOf(value: number | null): number | null {
  return value === null ? null : round(value, 1);
}
