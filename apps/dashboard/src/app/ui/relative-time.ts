import { booleanAttribute, Component, computed, inject, input } from '@angular/core';
import { PageClock } from '../core/time/clock';
import { absoluteTime, durationWords, laterWords, relativeTime } from '../core/time/relative';

/** `2 days ago`, `for 2 days` of what lasts, or `4 min later` beside another time; the moment itself on hover, for screen readers and programs. */
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
  /** ISO 8601: the time that is told before, from which this one is counted. */
  readonly after = input<string>();
  /** What happened then, where that is told elsewhere: `the request`. */
  readonly of = input<string>();
  private readonly clock = inject(PageClock);
  private readonly moment = computed(() => Date.parse(this.at()));
  protected readonly relative = computed(() => {
    const first = this.after();
    if (first !== undefined) return laterWords(this.moment(), Date.parse(first), this.of());
    return (this.lasting() ? durationWords : relativeTime)(this.moment(), this.clock.now());
  });
  protected readonly absolute = computed(() => absoluteTime(this.moment()));
}
