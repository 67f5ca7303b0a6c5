import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { PageClock } from '../../core/time/clock';
import { ChosenSpan } from './chosen-span';

/** How far back charts and changes look, as the address says it: `?range=7d`. */
export const RANGES = [
  { id: '1h', name: 'An hour', ms: HOUR_MS },
  { id: '1d', name: 'A day', ms: 24 * HOUR_MS },
  { id: '7d', name: 'A week', ms: 7 * 24 * HOUR_MS },
  { id: '30d', name: '30 days', ms: 30 * 24 * HOUR_MS },
] as const;
export type Range = (typeof RANGES)[number];

const USUAL: Range = RANGES[2];
/** Little changes in a week. */
const USUAL_OF: Readonly<Record<string, Range | undefined>> = { changes: RANGES[3] };

/** @param part - of the page, where nobody has chosen a range */
export function rangeOf(id: string | undefined, part = ''): Range {
  return RANGES.find((range) => range.id === id) ?? USUAL_OF[part] ?? USUAL;
}

/** ISO 8601: where that range begins, which ends now. @param pc - where it is connected, the last report is now */
export function since({ ms }: Range, pc: FleetAgent | undefined): string {
  const reported = pc?.online ? pc.received_at : null;
  // The same for a while: what is drawn is not asked for with everything that is pushed.
  const end = reported ? Date.parse(reported) : Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return new Date(end - ms).toISOString();
}

/** Links, so that a time can be sent to somebody. */
@Component({
  selector: 'kenny-time-range',
  imports: [RouterLink],
  template: `
    <nav aria-label="Time">
      @for (range of ranges; track range.id) {
        <a
          [routerLink]="[]"
          [queryParams]="{ range: range.id }"
          queryParamsHandling="merge"
          [replaceUrl]="true"
          [attr.aria-current]="range.id === chosen() ? 'true' : null"
          >{{ range.name }}</a
        >
      }
      <button type="button" class="link" (click)="between()">Between…</button>
    </nav>
  `,
  styles: `
    nav {
      display: flex;
      flex-wrap: wrap;
      gap: 2px;
    }
    a,
    button {
      white-space: nowrap;
    }
    a {
      padding: 4px 8px;
      border-radius: 6px;
      color: var(--ink-2);
      text-decoration: none;
    }
    a:hover {
      background: var(--hover);
    }
    @media (pointer: coarse), (max-width: 560px) {
      nav {
        gap: 0;
        margin-bottom: 6px;
      }
      a {
        padding: 12px 4px;
      }
    }
    a[aria-current] {
      color: var(--ink);
      background: var(--hover);
      font-weight: 600;
    }
  `,
})
export class TimeRange {
  readonly chosen = input.required<string>();
  protected readonly ranges = RANGES;
  private readonly chosenSpan = inject(ChosenSpan);
  private readonly clock = inject(PageClock);

  /** The last hour, to be changed in its fields: for whoever does not drag over a chart. */
  protected between(): Promise<void> {
    const to = Math.ceil(this.clock.now() / MINUTE_MS) * MINUTE_MS;
    return this.chosenSpan.choose({ from: to - HOUR_MS, to });
  }
}
