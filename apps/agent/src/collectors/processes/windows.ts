import type { ReportedProcess } from '@kenny/contract/agent';
import { unreadable } from '../collector.js';
import { amountAt, countAt, textAt } from '../../platform/json.js';
import { processReading, SHOWN } from './process-reading.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

export const processes: WindowsCollector<'processes'> = async (machine) => {
  const all = await readWindowsProcesses(machine);
  if (all.length === 0) return unreadable('Windows shows no processes');
  return processReading({ count: all.length, processes: all.slice(0, SHOWN) });
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
