import {
  constants,
  performance,
  PerformanceObserver,
  type NodeGCPerformanceDetail,
} from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const LOOK_MS = 5_000;
/** Shares of the loop's work and of all time from which on collecting costs more than memory does. */
const MUCH = { ofWork: 0.08, ofAll: 0.01 };

/**
 * V8's young generation does not grow: a start fills it with modules once, and V8 would keep 32 MiB
 * for a server that then does nothing (ADR 0111).
 */
export function keepYoungSmall(): void {
  growBy(1);
}

/**
 * From now on it doubles as V8 has it by itself, but only while collecting it takes much of the
 * work: an agent that connects and then waits outlives it too, and is no reason.
 */
export function letYoungGrow(until: AbortSignal, lookMs = LOOK_MS): void {
  let collecting = 0;
  let last = performance.eventLoopUtilization();
  // Told of collections, and so without a timer: at rest there are hardly any.
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (isOfYoung(entry)) collecting += entry.duration;
    const time = performance.eventLoopUtilization(last);
    if (time.active + time.idle < lookMs) return;
    growBy(isMuch(collecting, time) ? 2 : 1);
    collecting = 0;
    last = performance.eventLoopUtilization();
  });
  observer.observe({ entryTypes: ['gc'] });
  until.addEventListener('abort', () => observer.disconnect(), { once: true });
}

/** Whether so many ms of collecting are, of those in which the event loop worked and those it waited. */
export function isMuch(collecting: number, time: { active: number; idle: number }): boolean {
  const { active, idle } = time;
  return collecting > MUCH.ofWork * active && collecting > MUCH.ofAll * (active + idle);
}

function isOfYoung(entry: object): boolean {
  const { detail } = entry as { detail: NodeGCPerformanceDetail };
  return detail.kind === constants.NODE_PERFORMANCE_GC_MINOR;
}

/** Read by V8 whenever it would grow; the largest size can only be said before a process starts. */
function growBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
