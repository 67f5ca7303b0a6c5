import { Component, computed, effect, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { MissingNote } from '../../ui/missing-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { LastVisit } from './last-visit';
import { sinceLines } from './since-lines';

/** What got worse, recovered or was decided while this person was away; empty otherwise. */
@Component({
  selector: 'kenny-since-you-were-here',
  imports: [MissingNote, RelativeTime, RouterLink, UntrustedText],
  template: `
    @if (asking()) {
      <p class="dim later" role="status">Loading…</p>
    } @else if (away()) {
      @if (lines().length > 0 || approvals.error()) {
        <section aria-labelledby="since-title">
          <h2 id="since-title">
            Since you were here <span class="dim">· <kenny-time [at]="left()" /></span>
          </h2>
          @if (approvals.error(); as fault) {
            <kenny-missing what="What was decided" [error]="fault" (retry)="approvals.reload()" />
          }
          <ul>
            @for (line of lines(); track line.kind) {
              <li>
                {{ line.words }}
                @for (pc of line.pcs; track pc.agent_id; let last = $last) {
                  <a [routerLink]="['/fleet', pc.agent_id]"><kenny-untrusted [text]="pc.name" /></a
                  >{{ last ? '' : ', ' }}
                } @empty {
                  <a routerLink="/approvals">View</a>
                }
                @if (line.furtherPcs > 0) {
                  and <a routerLink="/fleet">{{ line.furtherPcs }} more</a>
                }
              </li>
            }
          </ul>
        </section>
      }
    }
  `,
  styles: `
    :host {
      display: block;
    }
    h2 .dim {
      font-weight: 400;
    }
    ul {
      margin: 0;
      padding-left: 20px;
    }
    li {
      padding: 2px 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class SinceYouWereHere {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly session = inject(Session);
  private readonly visits = inject(LastVisit);
  private readonly clock = inject(PageClock);
  protected readonly away = this.visits.away;
  protected readonly left = computed(() => new Date(this.away()?.from ?? 0).toISOString());

  /** A viewer has no approvals to ask for. */
  protected readonly approvals = apiResource({
    params: () => (this.session.reaches('operator') ? (this.away() ?? undefined) : undefined),
    loader: () => this.api.approvals(),
  });
  /** All lines appear at once, to shift the page once. */
  protected readonly asking = this.approvals.busy;
  protected readonly lines = computed(() => {
    const away = this.away();
    if (!away) return [];
    const { items, next_cursor } = this.approvals.value() ?? { items: [], next_cursor: null };
    const reached = items.some(({ requested_at }) => Date.parse(requested_at) <= away.from);
    return sinceLines(away, this.fleet.agents(), items, next_cursor === null || reached);
  });

  constructor() {
    effect(() => this.visits.note(this.clock.now()));
  }
}
