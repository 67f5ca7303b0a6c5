import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import { type Reading, reading, unreadable } from '../collector.js';
import { count, some } from '../words.js';

const MAX_SHOWN = 1_000;

/** @param problem says which services are down, from their names */
export function serviceReading(
  all: readonly ReportedService[],
  isDown: (service: ReportedService) => boolean,
  problem: (names: string | undefined) => string,
): Reading<'services'> {
  const services = all.filter(isOfInterest).slice(0, MAX_SHOWN);
  if (services.length === 0) return unreadable('the service manager named no services');
  const running = services.filter(({ status }) => status === SERVICE_STATUS.running);
  const down = services.filter(isDown).map(({ name }) => name);
  const names = down.length > 0 ? some(down, 3) : undefined;
  return reading<'services'>(`${count(running.length, 'service')} running${problem(names)}`, {
    services,
  });
}

/** Services that neither run, fail nor start by themselves are of no interest. */
function isOfInterest({ status, start }: ReportedService): boolean {
  const startsByItself = start === SERVICE_START.auto || start === SERVICE_START.trigger;
  return status !== SERVICE_STATUS.stopped || startsByItself;
}
