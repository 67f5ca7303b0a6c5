import { Component, input, linkedSignal } from '@angular/core';
import { Icon } from './icon';
import { onPhone } from './on-phone';

let last = 0;

/** A part of a page under its heading; on a phone the heading opens it. */
@Component({
  selector: 'kenny-fold',
  imports: [Icon],
  template: `
    <h2>
      @if (phone()) {
        <button
          type="button"
          class="fold"
          [attr.aria-expanded]="open()"
          [attr.aria-controls]="id"
          (click)="open.set(!open())"
        >
          {{ heading() }}<kenny-icon [name]="open() ? 'chevron-up' : 'chevron-down'" />
        </button>
      } @else {
        {{ heading() }}
      }
    </h2>
    <div [id]="id" [hidden]="phone() && !open()"><ng-content /></div>
  `,
  styleUrl: './fold.css',
  styles: `
    :host {
      display: block;
    }
    h2 {
      margin: 18px 0 6px;
    }
    @media (max-width: 560px) {
      h2 {
        margin: 0;
      }
    }
  `,
})
export class Fold {
  protected readonly phone = onPhone();
  protected readonly id = `fold-${(last += 1)}`;
  readonly heading = input.required<string>();
  /** Somebody came for what is in it. */
  readonly wanted = input(false);
  readonly open = linkedSignal(() => this.wanted());
}
