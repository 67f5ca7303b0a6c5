import { DAY_MS } from '@kenny/kernel';

/** `spent`: refused, for the first time that day. */
export type QuotaVerdict = 'taken' | 'spent' | 'refused';

/**
 * Bytes a day (UTC) that may be stored per name. Who once asks for more than is left gets nothing
 * more that day. In memory: a restart resets it.
 */
export class DailyQuota {
  private readonly used = new Map<string, number>();
  private day = NaN;

  constructor(readonly bytesPerDay: number) {}

  /** @param at - wall time, epoch ms */
  take(name: string, bytes: number, at: number): QuotaVerdict {
    const day = Math.floor(at / DAY_MS);
    if (day !== this.day) this.used.clear();
    this.day = day;
    const used = this.used.get(name) ?? 0;
    if (used + bytes <= this.bytesPerDay) {
      this.used.set(name, used + bytes);
      return 'taken';
    }
    this.used.set(name, Infinity);
    return used === Infinity ? 'refused' : 'spent';
  }
}
