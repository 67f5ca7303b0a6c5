import type { HealthChangeItem, SectionHealth } from '@kenny/contract';
import { countedStatus } from '@kenny/health';

/** A check that is not as it was; what is put off counts as fine. */
export interface HealthChange {
  readonly agent_uid: string;
  readonly agent_id: string;
  readonly at: number;
  readonly check: string;
  readonly status: HealthChangeItem['status'];
  /** It is only fine because somebody put it off. */
  readonly snoozed: boolean;
  readonly reason: string;
}

/** What is not known says nothing, neither before nor after. */
export function healthChanges(
  pc: Pick<HealthChange, 'agent_uid' | 'agent_id' | 'at'>,
  before: readonly SectionHealth[],
  after: readonly SectionHealth[],
): HealthChange[] {
  const known = new Map(before.map((section) => [section.name, section]));
  return after.flatMap((section) => {
    const last = known.get(section.name);
    if (last === section) return [];
    const status = countedStatus(section);
    if (status === 'unknown' || (last ? countedStatus(last) : 'ok') === status) return [];
    const snoozed = section.snoozed !== undefined;
    return [{ ...pc, check: section.name, status, snoozed, reason: section.reason }];
  });
}
