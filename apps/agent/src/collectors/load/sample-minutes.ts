import { type Clock, MINUTE_MS, type Timer } from '@kenny/kernel';
import type { CpuTimes } from './counters.js';
import type { LoadMeter } from './load-meter.js';

/**
 * Looks at the processor once a minute, so that a report can tell the busiest one of those before
 * it. A minute, because reading a report is work as well, which a shorter one would consist of.
 * @returns ends it
 */
export function sampleMinutes(
  meter: Pick<LoadMeter, 'minute'>,
  readCpu: () => Promise<CpuTimes | undefined>,
  clock: Clock,
): () => void {
  let timer: Timer | undefined;
  let ended = false;
  const look = async (): Promise<void> => {
    const cpu = await readCpu();
    if (ended) return;
    meter.minute(clock.monotonic(), cpu);
    timer = clock.setTimer(() => void look(), MINUTE_MS);
  };
  void look();
  return () => {
    ended = true;
    timer?.cancel();
  };
}
