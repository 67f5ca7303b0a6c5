import type { ReportedProcess } from '@kenny/contract/agent';
import { type Reading, reading } from '../collector.js';
import { count as counted, sizeText, some } from '../words.js';

/** Protocol 0.8: the 15 that use the most memory. */
export const SHOWN = 15;

/** @param which which processes were counted, if not all */
export function processReading(
  { count, processes }: { count: number; processes: ReportedProcess[] },
  which = '',
): Reading<'processes'> {
  const largest = processes
    .slice(0, 2)
    .map(({ name, mem_bytes }) => `${name} ${sizeText(mem_bytes ?? 0)}`);
  const summary = `${counted(count, 'process', 'processes')}${which}, largest ${some(largest, 2)}`;
  return reading<'processes'>(summary, { count, processes });
}
