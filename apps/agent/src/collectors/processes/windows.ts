import type { ReportedProcess } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { amountAt, countAt, textAt } from '../../platform/json.js';
import { count, sizeText, some } from '../words.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

/** Protocol 0.8: the 15 that use the most memory. */
const SHOWN = 15;

export const processes: WindowsCollector<'processes'> = async (machine) => {
  const all = await readWindowsProcesses(machine);
  if (all.length === 0) return unreadable('Windows shows no processes');
  const largest = all
    .slice(0, 2)
    .map(({ name, mem_bytes }) => `${name} ${sizeText(mem_bytes ?? 0)}`);
  return reading<'processes'>(
    `${count(all.length, 'process', 'processes')}, largest ${some(largest, 2)}`,
    { count: all.length, processes: all.slice(0, SHOWN) },
  );
};

/** Largest first. Shared with `diag_processes`. */
export async function readWindowsProcesses(machine: WindowsMachine): Promise<ReportedProcess[]> {
  const answer = await machine.native('processes');
  const all = (Array.isArray(answer) ? answer : []).flatMap((one: unknown): ReportedProcess[] => {
    const [pid, name] = [countAt(one, 'pid'), textAt(one, 'name')];
    if (pid === undefined || name === undefined) return [];
    const mem_bytes = countAt(one, 'bytes') ?? null;
    return [{ pid, name, cpu: amountAt(one, 'cpu') ?? null, mem_bytes }];
  });
  return all.sort((a, b) => (b.mem_bytes ?? 0) - (a.mem_bytes ?? 0) || a.pid - b.pid);
}
