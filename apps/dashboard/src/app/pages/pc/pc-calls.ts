import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { watch } from '@kenny/client';
import type { AuditList } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { pagedResource } from '../../core/http/paged-resource';
import { ResourceStateNote } from '../../ui/resource-state';
import { CallRows } from './call-rows';

type Row = AuditList['items'][number];
const AT_ONCE = 15;
/** Live rows kept at most. */
const KEPT = 200;

/** Calls to this PC, newest first: who, through which door, outcome, duration. */
@Component({
  selector: 'kenny-pc-calls',
  imports: [CallRows, MatButton, ResourceStateNote],
  template: `
    @if (rows().length > 0) {
      <kenny-call-rows [rows]="rows()" label="Activity on this PC" />
    } @else if (pages.ready()) {
      <p class="dim">Nothing has run on this PC yet.</p>
    }
    @if (deaf()) {
      <p class="dim">Live updates are off right now; reload to see new entries.</p>
    }
    <kenny-resource-state [of]="pages" />
    @if (pages.more() && !pages.error()) {
      <p><button type="button" matButton="outlined" (click)="pages.older()">Show older</button></p>
    }
  `,
})
export class PcCalls {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  private readonly fresh = signal<readonly Row[]>([]);
  /** The subscription failed: no live rows. */
  protected readonly deaf = signal(false);

  protected readonly pages = pagedResource(this.agentId, (agent_id, cursor) =>
    this.api.audit({ agent_id, kind: 'call', limit: AT_ONCE, cursor }),
  );
  /** Loaded and live rows overlap: each once. */
  protected readonly rows = computed(() => {
    const own = this.fresh().filter(({ agent_id }) => agent_id === this.agentId());
    return [...new Map([...own, ...this.pages.items()].map((row) => [row.id, row])).values()];
  });

  constructor() {
    const stop = watch(inject(LiveSocket), {
      topic: 'audit',
      subscribe: 'audit.subscribe',
      event: 'audit.row',
      payload: () => ({}),
      snapshot: () => {
        this.deaf.set(false);
        this.pages.reload();
      },
      patch: ({ row }) => {
        if (row.kind === 'call') this.fresh.update((rows) => [row, ...rows].slice(0, KEPT));
      },
      failed: () => this.deaf.set(true),
    });
    inject(DestroyRef).onDestroy(stop);
  }
}
