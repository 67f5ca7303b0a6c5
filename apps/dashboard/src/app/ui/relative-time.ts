import { booleanAttribute, Component, computed, inject, input } from '@angular/core';
import { PageClock } from '../core/time/clock';
import { absoluteTime, durationWords, relativeTime } from '../core/time/relative';

/** `2 days ago`, or `for 2 days` of what lasts; the moment itself on hover, for screen readers and programs. */
@Component({
  selector: 'kenny-time',
  template: `<time [attr.datetime]="at()" [title]="absolute()"
    >{{ relative() }}<span class="unseen"> ({{ absolute() }})</span></time
  >`,
})
export class RelativeTime {
  /** ISO 8601, as it came. */
  readonly at = input.required<string>();
  /** It began then and still goes on. */
  readonly lasting = input(false, { transform: booleanAttribute });
  private readonly clock = inject(PageClock);
  private readonly moment = computed(() => Date.parse(this.at()));
  protected readonly relative = computed(() =>
    (this.lasting() ? durationWords : relativeTime)(this.moment(), this.clock.now()),
  );
  protected readonly absolute = computed(() => absoluteTime(this.moment()));
}
