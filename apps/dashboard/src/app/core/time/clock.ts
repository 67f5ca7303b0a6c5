import { computed, DestroyRef, Injectable, inject, signal, type Signal } from '@angular/core';
import { dayHeading } from './relative';

const TICK_MS = 1_000;

/** The time as a signal, so that relative times and countdowns tick together. */
@Injectable({ providedIn: 'root' })
export class PageClock {
  private readonly time = signal(Date.now());
  readonly now = this.time.asReadonly();

  constructor() {
    const timer = setInterval(() => this.time.set(Date.now()), TICK_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }
}

/** A time within today, another one only after midnight: what counts in days is not made anew each second. */
export function todayOf({ now }: Pick<PageClock, 'now'>): Signal<number> {
  return computed(() => now(), { equal: (a, b) => dayHeading(a, a) === dayHeading(b, b) });
}
