import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { textAt } from '../../platform/json.js';
import { count, some } from '../words.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

const MAX_SHOWN = 1_000;

export const services: WindowsCollector<'services'> = async (machine) => {
  const all = await readWindowsServices(machine);
  const shown = all.filter(isOfInterest).slice(0, MAX_SHOWN);
  if (shown.length === 0) return unreadable('the service manager named no services');
  const running = shown.filter(({ status }) => status === SERVICE_STATUS.running);
  const down = shown.filter(
    ({ status, start }) => status === SERVICE_STATUS.stopped && start === SERVICE_START.auto,
  );
  const names = some(
    down.map(({ name }) => name),
    3,
  );
  const parts = [
    `${count(running.length, 'service')} running`,
    ...(down.length > 0 ? [`stopped though they start by themselves: ${names}`] : []),
  ];
  return reading<'services'>(parts.join(', '), { services: shown });
};

/** What neither runs nor starts by itself is not news. */
function isOfInterest({ status, start }: ReportedService): boolean {
  const startsByItself = start === SERVICE_START.auto || start === SERVICE_START.trigger;
  return status !== SERVICE_STATUS.stopped || startsByItself;
}

/** Every service. Shared with `diag_services`. */
export async function readWindowsServices(machine: WindowsMachine): Promise<ReportedService[]> {
  const answer = await machine.native('services');
  return (Array.isArray(answer) ? answer : []).flatMap((one: unknown): ReportedService[] => {
    const name = textAt(one, 'name');
    if (name === undefined) return [];
    return [
      {
        name: name.slice(0, 256),
        display: textAt(one, 'display')?.slice(0, 512) ?? null,
        status: textAt(one, 'status') ?? null,
        start: textAt(one, 'start') ?? null,
      },
    ];
  });
}
