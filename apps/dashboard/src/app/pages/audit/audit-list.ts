import {
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatSlideToggle } from '@angular/material/slide-toggle';
import { RouterLink } from '@angular/router';
import { watch } from '@kenny/client';
import type { AuditList as AuditPage, AuditRowView } from '@kenny/contract/web';
import { CallTeller } from '../../core/approvals/call-teller';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { pagedResource } from '../../core/http/paged-resource';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { PageClock, todayOf } from '../../core/time/clock';
import { ResourceStateNote } from '../../ui/resource-state';
import { belongs, queryOf, type AuditFilter } from './audit-filter';
import { AuditExport } from './audit-export';
import { AuditRow } from './audit-row';
import { AuditStory } from './audit-story';
import { daysOf, isDecided, storiesOf, type Story } from './stories';

/** New rows kept at most before they are shown. */
const WAITING = 500;

/** Audit log, newest first, page by page; new ones are told, and shown when asked for. */
@Component({
  selector: 'kenny-audit-list',
  imports: [
    AuditExport,
    AuditRow,
    AuditStory,
    MatButton,
    MatSlideToggle,
    ResourceStateNote,
    RouterLink,
  ],
  templateUrl: './audit-list.html',
  styleUrl: './audit.css',
})
export class AuditList {
  readonly filter = input.required<AuditFilter>();
  /** Each row on a line of its own. */
  readonly entries = input(false);
  /** Without what still waits, or ended by itself. */
  readonly decided = input(false);

  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly teller = inject(CallTeller);
  protected readonly follow = signal(false);
  /** Newest first, like the list. */
  private readonly fresh = signal<readonly AuditRowView[]>([]);
  protected readonly waiting = computed(() => this.fresh().length);
  protected readonly query = computed(() => queryOf(this.filter(), Date.now()));
  protected readonly pages = pagedResource(this.query, async (query, cursor) => {
    const list = await this.api.audit({ ...query, cursor, related: 'true' });
    return { ...list, items: told(list) };
  });
  protected readonly rows = computed(() => this.pages.items().map(({ row }) => row));
  private readonly related = computed(() => this.pages.items().flatMap(({ others }) => others));
  /** Everybody who stands in it. */
  readonly met = output<readonly AuditRowView[]>();

  private readonly clock = inject(PageClock);
  private readonly today = todayOf(this.clock);
  protected readonly days = computed(() => {
    const rows = this.rows();
    const stories = this.entries()
      ? rows.map((row): Story => ({ key: row.id, rows: [row] }))
      : storiesOf(rows, this.related(), (tool) => this.teller.readBefore(tool));
    return daysOf(this.decided() ? stories.filter(isDecided) : stories, this.today());
  });

  constructor() {
    effect(() => {
      this.query();
      untracked(() => this.fresh.set([]));
    });
    effect(() => this.met.emit([...this.rows(), ...this.related()]));
    const stop = watch(inject(LiveSocket), {
      topic: 'audit',
      subscribe: 'audit.subscribe',
      payload: () => ({}),
      event: 'audit.row',
      // Rows written while disconnected come with a reload.
      snapshot: () => this.pages.reload(),
      patch: ({ row }) => this.came(row),
      failed: () => undefined,
    });
    inject(DestroyRef).onDestroy(stop);
  }

  protected show(): void {
    this.pages.prepend(this.fresh().map((row) => ({ row, others: [] })));
    this.fresh.set([]);
  }

  protected setFollow(follow: boolean): void {
    this.follow.set(follow);
    if (follow) this.show();
  }

  private came(row: AuditRowView): void {
    if (!belongs(row, this.filter(), this.fleet) || this.rows().some(({ id }) => id === row.id))
      return;
    this.fresh.update((fresh) => [row, ...fresh].slice(0, WAITING));
    if (this.follow()) this.show();
  }
}

/** A row, and the others of its approval that the filter leaves out. */
function told({ items, related = [] }: AuditPage) {
  return items.map((row) => ({
    row,
    others: row.approval_id === null ? [] : related.filter(isOf(row.approval_id)),
  }));
}

function isOf(approval: string): (row: AuditRowView) => boolean {
  return ({ approval_id }) => approval_id === approval;
}
