import { DEVICE_STATUS, type PeripheralDevice } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries } from '../untrusted.js';
import { count, listing, plain } from '../wording.js';

const STATUS: Threshold = {
  field: 'devices[].status',
  warn: { oneOf: [DEVICE_STATUS.error, DEVICE_STATUS.degraded, DEVICE_STATUS.predictedFailure] },
};

/** A device that the system reports as faulty; `Unknown` and no status are not faults. */
export const peripherals: Rule<'peripherals'> = {
  thresholds: [STATUS],
  judge(payload) {
    const devices = asEntries<PeripheralDevice>(payload.devices) ?? [];
    if (devices.length === 0) return undefined;
    const faulty = devices.filter(({ status }) => grade(status, STATUS) === 'warn');
    if (faulty.length === 0) {
      return { status: 'ok', reason: `${count(devices.length, 'device')}, none with a fault` };
    }
    const names = listing(faulty, ({ name }) => plain(name, 'a device'));
    return { status: 'warn', reason: `${count(faulty.length, 'device')} with a fault: ${names}` };
  },
};
