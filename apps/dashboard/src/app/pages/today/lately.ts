import { Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { toldChanges } from '../../core/health/told-changes';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { plainOrder } from '../../core/plain-order';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ChangeList, type EndedRequest, type GonePc } from '../../ui/change-list';
import { MissingNote } from '../../ui/missing-note';
import { shortList } from '../../ui/short-list';
import { ShowMore } from '../../ui/show-more';

/** A PC's page has all of its own, the audit log everything. */
const DAYS = 7;
const MOST = 8;
const EVERY_MS = 300_000;
/** Away for a moment, as for a restart, is nothing to tell. */
const GONE_MS = HOUR_MS;

/** What got worse or better lately, and what was asked for and ran. */
@Component({
  selector: 'kenny-lately',
  imports: [ChangeList, MissingNote, RouterLink, ShowMore],
  template: `
    @if (happened.error(); as fault) {
      <kenny-missing what="What happened lately" [error]="fault" (retry)="happened.reload()" />
    }
    @if (lately.shown().length > 0) {
      <section aria-labelledby="lately">
        <h2 id="lately">Last {{ days }} days</h2>
        <kenny-change-list [items]="lately.shown()" label="What happened" [named]="true" />
        <p class="more">
          <kenny-show-more [short]="lately" />
          <a routerLink="/audit">Audit log</a>
        </p>
      </section>
    }
  `,
  styles: `
    .more {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 16px;
    }
  `,
})
export class Lately {
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  private readonly approvals = inject(ApprovalsStore);
  private readonly fleet = inject(FleetStore);
  private readonly session = inject(Session);
  protected readonly days = DAYS;
  /** A request that ends is no longer waiting: then it is asked for again. */
  private readonly waiting = computed(() => this.approvals.waiting().length);
  protected readonly happened = apiResource({
    params: () => ({ turn: Math.floor(this.clock.now() / EVERY_MS), waiting: this.waiting() }),
    subject: () => true,
    loader: async () => {
      const from = new Date(this.clock.now() - DAYS * DAY_MS).toISOString();
      const [changes, ended] = await Promise.all([
        this.api.fleetChanges({ from }),
        this.endedSince(from),
      ]);
      return [...toldChanges(changes.items), ...ended];
    },
  });
  private readonly gone = computed<GonePc[]>(() =>
    this.fleet.agents().flatMap(({ agent_id, online, last_seen: at }) => {
      const ago = at === null ? Infinity : this.clock.now() - Date.parse(at);
      const tells = !online && ago > GONE_MS && ago < DAYS * DAY_MS;
      return tells && at !== null ? [{ at, gone: agent_id }] : [];
    }),
  );
  protected readonly lately = shortList(() => {
    const happened = this.happened.value();
    const all = happened ? [...happened, ...this.gone()] : [];
    return all.sort((a, b) => plainOrder(b.at, a.at));
  }, MOST);

  /** The newest ones; a viewer has no requests to ask for. */
  private async endedSince(from: string): Promise<EndedRequest[]> {
    if (!this.session.reaches('operator')) return [];
    const { items } = await this.api.approvals();
    return items.flatMap((ended) => {
      const at = ended.ended_at;
      // What was withdrawn was mostly only looked at.
      return at === null || at < from || ended.state === 'cancelled' ? [] : [{ at, ended }];
    });
  }
}
