import { DISK_HEALTH, type PhysicalDisk } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries, type Untrusted } from '../untrusted.js';
import { count, listing, plain } from '../wording.js';

/** `Unknown` is a drive that could not be asked, not one that is failing. */
const HEALTH: Threshold = {
  field: 'disks[].health_status',
  crit: { noneOf: [DISK_HEALTH.healthy, DISK_HEALTH.unknown, ''] },
};
const PREDICTED: Threshold = { field: 'disks[].predictive_failure', crit: { oneOf: [true] } };
const HEALTHY: Threshold = {
  field: 'disks[].health_status',
  warn: { oneOf: [DISK_HEALTH.healthy] },
};

export const diskSmart: Rule<'disk_smart'> = {
  thresholds: [HEALTH, PREDICTED],
  judge(payload) {
    const disks = asEntries<PhysicalDisk>(payload.disks) ?? [];
    const failing = disks.filter(isFailing);
    if (failing.length > 0) {
      return { status: 'crit', reason: listing(failing, describe) };
    }
    const healthy = disks.filter(({ health_status }) => grade(health_status, HEALTHY) !== 'ok');
    if (healthy.length === 0) return undefined;
    const unread = disks.length - healthy.length;
    const rest = unread === 0 ? '' : `, ${unread} could not be read`;
    return { status: 'ok', reason: `${count(healthy.length, 'drive')} healthy${rest}` };
  },
};

function isFailing({ health_status, predictive_failure }: Untrusted<PhysicalDisk>): boolean {
  if (typeof health_status === 'string' && grade(health_status, HEALTH) === 'crit') return true;
  return grade(predictive_failure, PREDICTED) === 'crit';
}

function describe({ model, health_status, predictive_failure }: Untrusted<PhysicalDisk>): string {
  const drive = plain(model, 'A drive');
  if (predictive_failure === true) return `${drive} predicts its own failure`;
  return `${drive} reports ${plain(health_status, 'a fault', 40)}`;
}
