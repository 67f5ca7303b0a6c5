import { Component, computed, inject, input } from '@angular/core';
import { PageClock } from '../core/time/clock';
import { absoluteTime, relativeTime } from '../core/time/relative';

/** `2 days ago`, with the moment itself for the pointer, for screen readers and for programs. */
@Component({
  selector: 'kenny-time',
  template: `<time [attr.datetime]="at()" [title]="absolute()"
    >{{ relative() }}<span class="unseen"> ({{ absolute() }})</span></time
  >`,
})
export class RelativeTime {
  /** ISO 8601, as it came. */
  readonly at = input.required<string>();
  private readonly clock = inject(PageClock);
  private readonly moment = computed(() => Date.parse(this.at()));
  protected readonly relative = computed(() => relativeTime(this.moment(), this.clock.now()));
  protected readonly absolute = computed(() => absoluteTime(this.moment()));
}
