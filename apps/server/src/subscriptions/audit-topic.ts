import { CAPS, WS_LIMITS, type AuditRowView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditReader, AuditStore } from '../audit/index.js';
import { CLOCK, EventBus, KennyError, RUN_ID } from '../kernel/index.js';
import { MissedChanges } from './missed-changes.js';
import { TopicViews } from './topic-views.js';
import type { Deliver, Watcher } from './watcher.js';

/** The audit log as it grows. */
@Injectable()
export class AuditTopic {
  private readonly views: TopicViews;
  private readonly missed = new MissedChanges<AuditRowView>();

  constructor(
    private readonly reader: AuditReader,
    private readonly store: AuditStore,
    events: EventBus,
    @Inject(CLOCK) clock: Clock,
    @Inject(RUN_ID) run: string,
  ) {
    this.views = new TopicViews('audit', run, clock);
    events.on('audit.appended', ({ rows }) => rows.forEach((row) => this.appended(row)));
  }

  /** @throws KennyError `not_found`, `too_large` when too many rows came after `after_id` */
  async subscribe(
    agents: readonly string[] | null,
    afterId: string | undefined,
    watcher: Watcher,
    deliver: Deliver,
  ): Promise<void> {
    if (afterId === undefined) return this.begin(agents, [], watcher, deliver);
    const after = await this.reader.placeOf(afterId, { agents });
    const most = { rows: WS_LIMITS.replayRows, bytes: CAPS.httpPageBytes };
    const read = () => this.reader.allAfter(after, { agents }, most);
    await this.missed.during(read, (stored, missed) => {
      const last = stored?.at(-1)?.seq ?? after;
      const rows = [...(stored ?? []), ...missed.filter(({ seq }) => seq > last)];
      if (!stored || rows.length > most.rows) throw tooFarBack();
      this.begin(agents, rows, watcher, deliver);
    });
  }

  leave(watcher: Watcher): void {
    this.views.leave(watcher);
  }

  private begin(
    agents: readonly string[] | null,
    rows: readonly AuditRowView[],
    watcher: Watcher,
    deliver: Deliver,
  ): void {
    const view = this.views.of(agents);
    // Rows committed but not yet published will be pushed; here they would come twice.
    const items = rows.filter(({ seq, agent_id }) => seq <= this.store.head && view.sees(agent_id));
    deliver(JSON.stringify({ ...this.views.place(view), items }));
    this.views.join(view, watcher);
  }

  private appended(row: AuditRowView): void {
    this.missed.note(row);
    this.views.advance();
    if (!this.views.isWatched) return;
    const fields = JSON.stringify({ row });
    for (const view of this.views) {
      if (view.sees(row.agent_id)) this.views.push(view, 'audit.row', fields);
    }
  }
}

function tooFarBack(): KennyError {
  return new KennyError(
    'too_large',
    'Too many rows since then for one answer: read them with GET /api/audit, then subscribe ' +
      'after the newest.',
  );
}
