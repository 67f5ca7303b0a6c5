import { inject, Injectable, signal } from '@angular/core';
import { NavigationEnd, NavigationError, Router } from '@angular/router';

/** The page whose code could not be fetched; null after the next successful navigation. */
@Injectable({ providedIn: 'root' })
export class FailedNavigation {
  private readonly wanted = signal<string | null>(null);
  readonly url = this.wanted.asReadonly();
  private readonly router = inject(Router);

  constructor() {
    this.router.events.subscribe((event) => {
      if (event instanceof NavigationError) this.wanted.set(event.url);
      if (event instanceof NavigationEnd) this.wanted.set(null);
    });
  }

  /** @param connected then the page is loaded anew: a browser may remember that a file did not come */
  again(connected: boolean): void {
    const url = this.wanted();
    if (url === null) return;
    if (connected) location.assign(url);
    else void this.router.navigateByUrl(url).catch(() => undefined);
  }
}
