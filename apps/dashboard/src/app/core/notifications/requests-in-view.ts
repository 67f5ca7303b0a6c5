import { computed, DestroyRef, inject, Injectable, type Signal } from '@angular/core';
import { Sources } from '../sources';

/** Which requests the page shows: nothing pops up over it to say that they are there. */
@Injectable({ providedIn: 'root' })
export class RequestsInView {
  readonly shown = new Sources<readonly string[]>();
  readonly ids = computed<ReadonlySet<string>>(() => new Set(this.shown.values().flat()));
}

/** Ids of the requests that this part of the page shows, as long as it is there. */
export function showsRequests(ids: Signal<readonly string[]>): void {
  inject(DestroyRef).onDestroy(inject(RequestsInView).shown.add(ids));
}
