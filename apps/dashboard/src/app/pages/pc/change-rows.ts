import { Component, computed, input } from '@angular/core';
import type { ChangeList } from '@kenny/contract/web';
import { isMoment } from '../../core/facts/fact';
import { checkTitle } from '../../core/words';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

/** A time as times are shown everywhere; all else as the PC wrote it. */
@Component({
  selector: 'kenny-change-value',
  imports: [RelativeTime, UntrustedText],
  template: `
    @if (isTime()) {
      <kenny-time [at]="text()" />
    } @else {
      <kenny-untrusted [text]="text()" />
    }
  `,
})
export class ChangeValue {
  readonly text = input.required<string>();
  protected readonly isTime = computed(() => isMoment(this.text()));
}

/** Values that are other than they were, newest first. */
@Component({
  selector: 'kenny-change-rows',
  imports: [ChangeValue, RelativeTime, UntrustedText],
  template: `
    <ul class="panel rows" [attr.aria-label]="label()">
      @for (change of rows(); track $index) {
        <li>
          <span class="when"><kenny-time [at]="change.at" /></span>
          <span>
            <strong>{{ change.title }}</strong>
            @if (change.what !== change.title) {
              {{ ' ' }}<kenny-untrusted [text]="change.what" />
            }
          </span>
          <span class="wide">
            @if (change.from !== null && change.to !== null) {
              <kenny-change-value [text]="change.from" /> →
              <strong><kenny-change-value [text]="change.to" /></strong>
            } @else if (change.to !== null) {
              new: <strong><kenny-change-value [text]="change.to" /></strong>
            } @else if (change.from !== null) {
              gone: <kenny-change-value [text]="change.from" />
            }
          </span>
        </li>
      }
    </ul>
  `,
  styleUrl: '../../ui/rows.css',
})
export class ChangeRows {
  readonly items = input.required<ChangeList['items']>();
  readonly label = input.required<string>();
  protected readonly rows = computed(() =>
    this.items().map((item) => ({ ...item, title: checkTitle(item.section) })),
  );
}
