import { Injectable } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import { catchError, EMPTY, from, switchMap, type Observable } from 'rxjs';

/** By then the first page has finished loading. */
const AFTER_MS = 10_000;
/** Between two pages, to avoid one long task. */
const APART_MS = 500;

/** Preloads the other pages one by one when idle, so that they open even without a connection. */
@Injectable({ providedIn: 'root' })
export class PreloadWhenIdle implements PreloadingStrategy {
  private turn: Promise<void> = wait(AFTER_MS);

  preload(_route: Route, load: () => Observable<unknown>): Observable<unknown> {
    this.turn = this.turn.then(() => wait(APART_MS)).then(idle);
    // A failed preload is retried by the navigation itself.
    return from(this.turn).pipe(
      switchMap(load),
      catchError(() => EMPTY),
    );
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function idle(): Promise<void> {
  // Safari has no such call.
  if (typeof requestIdleCallback === 'undefined') return Promise.resolve();
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}
