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
  for (const item of items) {
    const key = [item.agent_id, item.section, dateWords(Date.parse(item.at))].join('\n');
    const day = days.get(key);
    if (day) day.push(item);
    else days.set(key, [item]);
  }
  const swings = [...days.values()].filter(({ length }) => length > TO_AND_FRO);
  const times = new Map(swings.map((day) => [day[0], day.length]));
  const others = new Set(swings.flatMap((day) => day.slice(1)));
  return items.flatMap((item): SteadyChange[] => {
    if (others.has(item)) return [];
    const count = times.get(item);
    return [count === undefined ? item : { ...item, times: count }];
  });
}
