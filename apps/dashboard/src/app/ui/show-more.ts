import { Component, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { PagedResource } from '../core/http/paged-resource';
import type { ShortList } from './short-list';

/** Under a list: what it does not show at first, then the next page, as long as there is one. */
@Component({
  selector: 'kenny-show-more',
  imports: [MatButton],
  template: `
    @if (short(); as list) {
      @if (list.hidden() > 0) {
        <button type="button" matButton="outlined" (click)="list.showAll()">
          Show {{ list.hidden() }} more
        </button>
      }
    }
    @if (of(); as list) {
      @if (list.more() && !short()?.hidden()) {
        <button type="button" matButton="outlined" [disabled]="list.busy()" (click)="list.older()">
          Show more
        </button>
      }
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class ShowMore {
  /** A list that comes page by page. */
  readonly of = input<PagedResource<unknown>>();
  /** A list of which the first few are shown. */
  readonly short = input<ShortList<unknown>>();
}
