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
import type { Query } from '../../core/http/api-sender';
import { ApiClient } from '../../core/http/api-client';
import { pagedResource } from '../../core/http/paged-resource';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { ResourceStateNote } from '../../ui/resource-state';
import { belongs, queryOf, type AuditFilter } from './audit-filter';
import { AuditExport } from './audit-export';
import { AuditRow } from './audit-row';
import { AuditStory } from './audit-story';
import { storiesOf } from './stories';

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

  private readonly api = inject(ApiClient);
  protected readonly follow = signal(false);
  /** Newest first, like the list. */
  private readonly fresh = signal<readonly AuditRowView[]>([]);
  protected readonly waiting = computed(() => this.fresh().length);
  protected readonly query = computed(() => queryOf(this.filter(), Date.now()));
  protected readonly rows = pagedResource(this.query, (query, cursor) => this.page(query, cursor));
  /** Rows of the same approvals that the filter leaves out. */
  private readonly related = signal<readonly AuditRowView[]>([]);
  readonly met = output<readonly AuditRowView[]>();

  protected readonly stories = computed(() => storiesOf(this.rows.items(), this.related()));

  constructor() {
    effect(() => {
      this.query();
      untracked(() => this.fresh.set([]));
    });
    const stop = watch(inject(LiveSocket), {
      topic: 'audit',
      subscribe: 'audit.subscribe',
      payload: () => ({}),
      event: 'audit.row',
      // Rows written while disconnected come with a reload.
      snapshot: () => this.rows.reload(),
      patch: ({ row }) => this.came(row),
      failed: () => undefined,
    });
    inject(DestroyRef).onDestroy(stop);
  }

  private async page(query: Query, cursor: string | undefined): Promise<AuditPage> {
    const list = await this.api.audit({ ...query, cursor, related: 'true' });
    const { items, related = [] } = list;
    this.related.update((before) => (cursor === undefined ? related : [...before, ...related]));
    this.met.emit([...items, ...related]);
    return list;
  }

  protected show(): void {
    this.rows.prepend(this.fresh());
    this.fresh.set([]);
  }

  protected setFollow(follow: boolean): void {
    this.follow.set(follow);
    if (follow) this.show();
  }

  private came(row: AuditRowView): void {
    if (!belongs(row, this.filter()) || this.rows.items().some(({ id }) => id === row.id)) return;
    this.fresh.update((fresh) => [row, ...fresh].slice(0, WAITING));
    if (this.follow()) this.show();
  }
}
