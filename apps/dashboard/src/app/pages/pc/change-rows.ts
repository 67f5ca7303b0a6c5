import { Component, computed, input } from '@angular/core';
import type { ChangeItem } from '@kenny/contract/web';
import { checkTitle } from '../../core/words';
import { ChangedValue } from '../../ui/changed-value';
import { RelativeTime } from '../../ui/relative-time';

/** Values that are other than they were, newest first. */
@Component({
  selector: 'kenny-change-rows',
  imports: [ChangedValue, RelativeTime],
  template: `
    <ul class="panel rows" [attr.aria-label]="label()">
      @for (change of rows(); track $index) {
        <li>
          <span class="when"><kenny-time [at]="change.item.at" /></span>
          <strong>{{ change.title }}</strong>
          <span class="wide"
            ><kenny-changed-value [of]="change.item" [below]="change.title"
          /></span>
        </li>
      }
    </ul>
  `,
  styleUrl: '../../ui/rows.css',
})
export class ChangeRows {
  readonly items = input.required<readonly ChangeItem[]>();
  readonly label = input.required<string>();
  protected readonly rows = computed(() =>
    this.items().map((item) => ({ item, title: checkTitle(item.section) })),
  );
}
