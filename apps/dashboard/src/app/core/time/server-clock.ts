import { Injectable, computed, signal } from '@angular/core';

/** A larger skew is reported (screens §2). */
const NOTABLE_SKEW_MS = 60_000;

/**
 * How far this computer's clock is from the server's, by the `date` of its answers. Everything that
 * is shown as "ago" is reckoned with the clock of this computer.
 */
@Injectable({ providedIn: 'root' })
export class ServerClock {
  private readonly skewMs = signal(0);

  /** Minutes that this computer is ahead; negative when it is behind, null when hardly at all. */
  readonly ahead = computed(() => {
    const skew = this.skewMs();
    return Math.abs(skew) > NOTABLE_SKEW_MS ? Math.round(skew / 60_000) : null;
  });

  /** @param date the header of an answer, or null when a proxy has taken it away */
  note(date: string | null): void {
    const told = date === null ? NaN : Date.parse(date);
    if (!Number.isNaN(told)) this.skewMs.set(Date.now() - told);
  }
}
