import { Unreadable } from '../../errors/unreadable.js';
import { anyListAt, countAt, textAt } from '../../platform/json.js';
import { reading } from '../collector.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';
import { round } from '../words.js';
import type { CpuTimes, Flow, Flows } from './counters.js';
import { loadSummary } from './load-summary.js';

/** Windows does not tell how long programs wait for memory. */
export const load: WindowsCollector<'load'> = async (machine) => {
  const traffic = await trafficOf(machine);
  // After the answer, which takes a moment: all counters are of the same time.
  const { total, available } = machine.memorySizes();
  const fields = {
    ...machine.load.measure({
      at: machine.clock.monotonic(),
      cpu: machine.processorTimes(),
      memoryWaitMs: undefined,
      network: flowsAt(traffic, 'adapters'),
      disks: flowsAt(traffic, 'disks'),
    }),
    memory_percent: total > 0 ? round((100 * Math.max(0, total - available)) / total, 1) : null,
  };
  return reading<'load'>(loadSummary(fields), fields);
};

/** Undefined where the child says nothing: processor and memory are still worth something. */
async function trafficOf(machine: WindowsMachine): Promise<unknown> {
  try {
    return await machine.native('traffic');
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function flowsAt(traffic: unknown, which: 'adapters' | 'disks'): Flows | undefined {
  const flows = (anyListAt(traffic, which) ?? []).flatMap((one): [string, Flow][] => {
    const name = textAt(one, 'name');
    const [inward, outward] = [countAt(one, 'inward'), countAt(one, 'outward')];
    return name === undefined || inward === undefined || outward === undefined
      ? []
      : [[name, [inward, outward]]];
  });
  return flows.length === 0 ? undefined : new Map(flows);
}

/** Of all processors: `sys` has no idle time in it, and `irq` is in `sys` already. */
export function cpuTimesOf(
  processors: readonly { times: { user: number; sys: number; idle: number } }[],
): CpuTimes | undefined {
  if (processors.length === 0) return undefined;
  let [busy, idle] = [0, 0];
  for (const { times } of processors) {
    busy += times.user + times.sys;
    idle += times.idle;
  }
  return { busy, idle };
}
