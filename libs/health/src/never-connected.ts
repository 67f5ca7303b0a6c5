import { hasNeverConnected, type PcHealth } from '@kenny/contract/web';
import { DAY_MS } from '@kenny/kernel';

/** PCs of a fleet that were added and have never connected. */
export interface NeverConnected {
  /** Added within the last day: whoever did it is still at it. */
  readonly lately: number;
  readonly longer: number;
}

interface Pc {
  readonly online: boolean;
  readonly last_seen: string | null;
  readonly overall: PcHealth;
  readonly added_at?: string;
}

/** @param now - epoch ms */
export function neverConnectedOf(pcs: Iterable<Pc>, now: number): NeverConnected {
  let [lately, longer] = [0, 0];
  for (const pc of pcs) {
    if (!hasNeverConnected(pc)) continue;
    if (isNew(pc, now)) lately += 1;
    else longer += 1;
  }
  return { lately, longer };
}

/** Of a PC that has never connected. */
export function isNew({ added_at }: Pick<Pc, 'added_at'>, now: number): boolean {
  return added_at !== undefined && now - Date.parse(added_at) < DAY_MS;
}
