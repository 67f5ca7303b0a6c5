import { Component, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { PagedResource } from '../core/http/paged-resource';

/** Under a list that comes page by page: the next one, as long as there is one. */
@Component({
  selector: 'kenny-show-more',
  imports: [MatButton],
  template: `
    @if (of().more()) {
      <button type="button" matButton="outlined" [disabled]="of().busy()" (click)="of().older()">
        Show more
      </button>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class ShowMore {
  readonly of = input.required<PagedResource<unknown>>();
}
