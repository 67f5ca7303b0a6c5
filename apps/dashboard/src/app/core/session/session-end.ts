import { Injectable, signal } from '@angular/core';

/** Told by whoever learns that the browser session is over: a request, or the socket. */
@Injectable({ providedIn: 'root' })
export class SessionEnd {
  private readonly count = signal(0);
  readonly told = this.count.asReadonly();

  tell(): void {
    this.count.update((n) => n + 1);
  }
}
