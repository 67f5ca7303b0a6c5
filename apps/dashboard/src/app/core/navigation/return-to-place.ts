import { ViewportScroller } from '@angular/common';
import { afterRenderEffect, inject, signal, type Signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { Router, Scroll } from '@angular/router';
import { filter } from 'rxjs';

/**
 * Back and forward return to where one was: the router does so before a page that is drawn part by part
 * is as long as it was. Call it in the page's constructor.
 * @param drawn - the page is as long as it will be
 */
export function returnToPlace(drawn: Signal<boolean>): void {
  const scroller = inject(ViewportScroller);
  const wanted = signal<Scroll['position']>(null);
  inject(Router)
    .events.pipe(
      filter((event) => event instanceof Scroll),
      takeUntilDestroyed(),
    )
    .subscribe(({ position }) => wanted.set(position));
  afterRenderEffect(() => {
    const place = wanted();
    if (!place || !drawn()) return;
    wanted.set(null);
    scroller.scrollToPosition(place);
  });
}
