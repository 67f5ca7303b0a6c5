import { DestroyRef, Injectable, inject, signal } from '@angular/core';

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
