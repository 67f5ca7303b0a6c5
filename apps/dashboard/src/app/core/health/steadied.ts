import type { HealthChangeItem } from '@kenny/contract/web';
import { dateWords } from '../time/relative';

export interface SteadyChange extends HealthChangeItem {
  /** How often the check changed that day, where it went to and fro. */
  readonly times?: number;
}

/** What changes more often in a day goes to and fro: more lines would say no more. */
const TO_AND_FRO = 3;

/** Newest first; a check that went to and fro has one line for the day, with its last state. */
export function steadied(items: readonly HealthChangeItem[]): SteadyChange[] {
  const days = new Map<string, HealthChangeItem[]>();
  const dayOf = ({ agent_id, section, at }: HealthChangeItem) =>
    [agent_id, section, dateWords(Date.parse(at))].join('\n');
  for (const item of items) days.set(dayOf(item), [...(days.get(dayOf(item)) ?? []), item]);
  return items.flatMap((item): SteadyChange[] => {
    const day = days.get(dayOf(item)) ?? [];
    if (day.length <= TO_AND_FRO) return [item];
    return day[0] === item ? [{ ...item, times: day.length }] : [];
  });
}
