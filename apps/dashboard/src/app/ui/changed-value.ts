import { Component, computed, input } from '@angular/core';
import type { ChangeItem } from '@kenny/contract/web';
import { isMoment } from '../core/facts/fact';
import { RelativeTime } from './relative-time';
import { UntrustedText } from './untrusted-text';

/** A time as times are shown everywhere; all else as the PC wrote it. */
@Component({
  selector: 'kenny-change-text',
  imports: [RelativeTime, UntrustedText],
  template: `
    @if (isTime()) {
      <kenny-time [at]="text()" />
    } @else {
      <kenny-untrusted [text]="text()" />
    }
  `,
})
export class ChangeText {
  readonly text = input.required<string>();
  protected readonly isTime = computed(() => isMoment(this.text()));
}

/** Which value it is, and what it was and is: `Brother, status: Idle → Offline`. */
@Component({
  selector: 'kenny-changed-value',
  imports: [ChangeText, UntrustedText],
  template: `
    @if (of().what !== below()) {
      <kenny-untrusted [text]="of().what" />{{ of().from && of().to ? ':' : '' }}
    }
    @if (of().from; as from) {
      @if (of().to; as to) {
        <kenny-change-text [text]="from" /> → <strong><kenny-change-text [text]="to" /></strong>
      } @else {
        gone: <kenny-change-text [text]="from" />
      }
    } @else {
      new: <strong><kenny-change-text [text]="of().to ?? ''" /></strong>
    }
  `,
})
export class ChangedValue {
  readonly of = input.required<ChangeItem>();
  /** The title that it stands below: what is called the same is not named again. */
  readonly below = input('');
}
