import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import { textAt } from '../../platform/json.js';
import { serviceReading } from './service-reading.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

export const services: WindowsCollector<'services'> = async (machine) =>
  serviceReading(
    await readWindowsServices(machine),
    ({ status, start }) => status === SERVICE_STATUS.stopped && start === SERVICE_START.auto,
    (names) => (names === undefined ? '' : `, stopped though they start by themselves: ${names}`),
  );

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
