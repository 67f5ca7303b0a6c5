import { Injectable } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import { catchError, EMPTY, from, switchMap, type Observable } from 'rxjs';

/** The page that somebody came for is done with everything by then. */
const AFTER_MS = 10_000;
/** Between two pages, so that they are never one long task. */
const APART_MS = 500;

/** Fetches the other pages one after another while nothing happens, so that they open without a server too. */
@Injectable({ providedIn: 'root' })
export class PreloadWhenIdle implements PreloadingStrategy {
  private turn: Promise<void> = wait(AFTER_MS);

  preload(_route: Route, load: () => Observable<unknown>): Observable<unknown> {
    this.turn = this.turn.then(() => wait(APART_MS)).then(idle);
    // What cannot be fetched now is fetched when somebody goes there.
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
