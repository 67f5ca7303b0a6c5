import type { GateEvent } from './events.js';
import { isOverdue, type GateRecord, type Moment } from './record.js';

/**
 * The event that a server start applies to a stored approval (design §5): pending ones stay unless
 * outdated or overdue, approved ones lapse, sent ones become unknown. Undefined: leave it.
 */
export function reconcileAtBoot(
  record: GateRecord,
  catalog: string,
  now: Moment,
): GateEvent | undefined {
  if (record.state === 'pending') {
    if (record.catalog !== catalog) return { type: 'outdate', catalog };
    return isOverdue(record, now) ? { type: 'expire' } : undefined;
  }
  if (record.boot === now.boot) return undefined;
  if (record.state === 'approved') return { type: 'lapse', why: 'restart' };
  if (record.state === 'sent') return { type: 'lose', why: 'restart' };
  return undefined;
}
