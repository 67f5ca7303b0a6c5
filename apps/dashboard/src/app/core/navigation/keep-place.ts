import { inject, Injectable } from '@angular/core';
import { GuardsCheckEnd, Router, type ActivatedRouteSnapshot, type Route } from '@angular/router';

/**
 * A new page begins at its top. Another query, or a part that opens or closes inside the page, leaves
 * it where it is; back and forward return to where one was.
 */
@Injectable({ providedIn: 'root' })
export class KeepPlace {
  constructor() {
    const router = inject(Router);
    router.events.subscribe((event) => {
      const navigation = router.currentNavigation();
      if (!(event instanceof GuardsCheckEnd) || !navigation || navigation.trigger === 'popstate')
        return;
      const before = drawnBy(router.routerState.snapshot.root);
      const after = drawnBy(event.state.root);
      // The router reads it when the navigation ends.
      if (staysOnPage(before, after)) Object.assign(navigation.extras, { scroll: 'manual' });
    });
  }
}

/** A route with a component, and its params. */
type Drawn = readonly [route: Route, params: string];

/** The frame around every page; two pages have no more than that in common. */
const FRAME = 1;

function drawnBy({ routeConfig, params, firstChild }: ActivatedRouteSnapshot): Drawn[] {
  const draws = routeConfig?.loadComponent ?? routeConfig?.component;
  const own: Drawn[] = routeConfig && draws ? [[routeConfig, JSON.stringify(params)]] : [];
  return [...own, ...(firstChild ? drawnBy(firstChild) : [])];
}

function staysOnPage(before: readonly Drawn[], after: readonly Drawn[]): boolean {
  const shared = Math.min(before.length, after.length);
  return (
    shared > FRAME &&
    before
      .slice(0, shared)
      .every(([route, params], at) => after[at]?.[0] === route && after[at][1] === params)
  );
}
