import { Component, computed, inject, input } from '@angular/core';
import {
  needsAttention,
  type ApprovalView,
  type Health,
  type SectionHealth,
} from '@kenny/contract/web';
import { HealthBefore } from '../core/approvals/health-before';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { apiResource } from '../core/http/api-resource';
import { PageClock } from '../core/time/clock';
import { checkTitle } from '../core/words';
import { RelativeTime } from './relative-time';
import { StatusDot } from './status-dot';
import { UntrustedText } from './untrusted-text';

interface Difference {
  readonly name: string;
  readonly status: Health;
  /** null when it is fine: such checks are not part of the fleet's news. */
  readonly now: string | null;
  readonly was: string;
}

const FINE = 'Fine';
/** How long it is said that the PC is being checked; a clock that is further off says nothing. */
const PATIENCE_MS = 60_000;

/** What kenny found when it read the PC's health after a change: the checks that are other than before. */
@Component({
  selector: 'kenny-checked-again',
  imports: [RelativeTime, StatusDot, UntrustedText],
  template: `
    @if (checking()) {
      <p class="checking dim" role="status">Checking the PC again…</p>
    } @else if (found(); as found) {
      <p role="status">
        Checked again <kenny-time [at]="found.at" />{{ found.differences.length === 0 ? same : '' }}
      </p>
      @for (one of found.differences; track one.name) {
        <p>
          <kenny-status-dot [health]="one.status" [label]="titleOf(one.name)" />
          <kenny-untrusted [text]="' ' + (one.now ?? fine(one.name))" />
          <span class="dim"> · was: <kenny-untrusted [text]="one.was" /></span>
        </p>
      }
    }
  `,
  styles: `
    p {
      margin: 4px 0;
      overflow-wrap: anywhere;
    }
    /* As high as one check that has changed: what stands under it hardly moves. */
    .checking {
      min-height: calc(2lh + 8px);
    }
    @media (max-width: 560px) {
      .checking {
        min-height: calc(3lh + 8px);
      }
    }
  `,
})
export class CheckedAgain {
  private readonly fleet = inject(FleetStore);
  private readonly before = inject(HealthBefore);
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  readonly approval = input.required<ApprovalView>();

  protected readonly titleOf = checkTitle;
  protected readonly same = ': no check has changed';
  protected readonly found = computed(() => {
    const { id, agent_id, state, kind, ended_at } = this.approval();
    const pc = this.fleet.agent(agent_id);
    const before = this.before.of(id);
    if (state !== 'done' || kind === 'read' || ended_at === null || !before) return null;
    if (!pc?.received_at || pc.received_at <= ended_at) return null;
    return { at: pc.received_at, differences: differencesOf(before, pc.sections) };
  });
  /** It has just run, and the PC has not said yet how it is. */
  protected readonly checking = computed(() => {
    const { id, agent_id, state, kind, ended_at } = this.approval();
    if (state !== 'done' || kind === 'read' || ended_at === null) return false;
    if (!this.before.of(id) || !this.fleet.agent(agent_id)?.online) return false;
    // All at once: how fine it is belongs to it.
    if (this.found()) return this.whole.busy();
    return Math.abs(this.clock.now() - Date.parse(ended_at)) < PATIENCE_MS;
  });
  private readonly isFine = computed(
    () => this.found()?.differences.some(({ now }) => now === null) ?? false,
  );
  /** What is fine says how fine: asked for once. */
  private readonly whole = apiResource({
    params: () => (this.isFine() ? this.approval().agent_id : undefined),
    loader: (id) => this.api.agent(id),
  });

  protected fine(name: string): string {
    return this.whole.value()?.sections.find((one) => one.name === name)?.reason ?? FINE;
  }
}

function differencesOf(
  before: readonly SectionHealth[],
  now: readonly SectionHealth[],
): Difference[] {
  const names = new Set([...before, ...now].filter(isBad).map(({ name }) => name));
  return [...names].flatMap((name) => {
    const [old, fresh] = [before, now].map((list) => list.find((one) => one.name === name));
    if (old?.status === fresh?.status && old?.reason === fresh?.reason) return [];
    const [is, was] = [fresh?.reason ?? null, old?.reason ?? FINE];
    return [{ name, status: fresh?.status ?? 'ok', now: is, was }];
  });
}

function isBad({ status }: SectionHealth): boolean {
  return needsAttention(status);
}
