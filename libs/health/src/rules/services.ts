import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries, type Untrusted } from '../untrusted.js';
import { count, listing, plain } from '../wording.js';

/** A trigger start may stop as it likes (see SERVICE_START). */
const STOPPED: Threshold = {
  field: 'services[].status',
  warn: { oneOf: [SERVICE_STATUS.stopped] },
  only: 'services that start by themselves',
};
const FAILED: Threshold = {
  field: 'services[].status',
  warn: { oneOf: [SERVICE_STATUS.failed] },
};
const STARTS_BY_ITSELF: Threshold = {
  field: 'services[].start',
  warn: { oneOf: [SERVICE_START.auto, 'Automatic'] },
};

export const services: Rule<'services'> = {
  thresholds: [STOPPED, FAILED],
  judge(payload) {
    const known = asEntries<ReportedService>(payload.services) ?? [];
    if (known.length === 0) return undefined;
    const down = known.filter(isDown);
    if (down.length === 0) {
      return { status: 'ok', reason: `${count(known.length, 'service')}, none is down` };
    }
    const names = listing(down, ({ name, display }) => plain(display, plain(name, 'unnamed')));
    return { status: 'warn', reason: `${count(down.length, 'service')} down: ${names}` };
  },
};

function isDown({ status, start }: Untrusted<ReportedService>): boolean {
  if (grade(status, FAILED) !== 'ok') return true;
  return grade(status, STOPPED) !== 'ok' && grade(start, STARTS_BY_ITSELF) !== 'ok';
}
