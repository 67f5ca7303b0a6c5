import { Injectable, computed, effect, inject, signal, untracked } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApprovalsStore } from '../approvals/approvals-store';
import { isRequestOf, titleOf } from '../approvals/call-words';
import { SheetOpener } from '../approvals/sheet-opener';
import { FleetStore } from '../fleet/fleet-store';
import { Session } from '../session/session';

/** Something that happened while the page was open. */
export interface NotificationItem {
  readonly id: string;
  readonly kind: 'approval' | 'critical' | 'added' | 'failed' | 'withdrawn';
  /** What others wrote in it has been made visible. */
  readonly text: string;
  /** Where it is looked at; nothing is decided anywhere else. */
  readonly path: string;
}

/** One PC can be added and critical at the same time. */
type Identity = Pick<NotificationItem, 'id' | 'kind'>;

/** How many are shown at once; older ones are on their pages. */
const SHOWN = 3;

/** New approvals, PCs that have become critical, and what others announce; not what there was before. */
@Injectable({ providedIn: 'root' })
export class Notifications {
  private readonly approvals = inject(ApprovalsStore);
  private readonly fleet = inject(FleetStore);
  private readonly me = inject(Session).me;
  private readonly sheet = inject(SheetOpener);
  private readonly told = signal<readonly NotificationItem[]>([]);
  private readonly last = signal<NotificationItem | null>(null);
  private knownApprovals: ReadonlySet<string> | undefined;
  private knownCritical: ReadonlySet<string> | undefined;

  /** The newest, for those who announce it once. */
  readonly newest = this.last.asReadonly();
  /** What is still so and has not been put away, newest first. */
  readonly items = computed(() => {
    const still: Partial<Record<NotificationItem['kind'], ReadonlySet<string>>> = {
      approval: new Set(this.approvals.waiting().map(({ id }) => id)),
      critical: new Set(this.critical().map(({ agent_id }) => agent_id)),
    };
    return this.told()
      .filter(({ id, kind }) => still[kind]?.has(id) ?? true)
      .slice(0, SHOWN);
  });
  private readonly critical = computed(() =>
    this.fleet.agents().filter(({ overall }) => overall === 'crit'),
  );

  constructor() {
    effect(() => {
      if (!this.approvals.ready()) return void (this.knownApprovals = undefined);
      const waiting = this.approvals.waiting();
      const before = this.knownApprovals;
      this.knownApprovals = new Set(waiting.map(({ id }) => id));
      this.forget('approval', this.knownApprovals);
      const fresh = before ? waiting.filter((one) => !before.has(one.id) && !this.isOwn(one)) : [];
      this.tell(
        fresh.map((one) => ({
          ...{ id: one.id, kind: 'approval' as const },
          path: `/approvals/${encodeURIComponent(one.id)}`,
          text: `Approval needed: ${titleOf(one, this.fleet)}`,
        })),
      );
    });
    effect(() => {
      if (!this.fleet.ready()) return void (this.knownCritical = undefined);
      const critical = this.critical();
      const before = this.knownCritical;
      this.knownCritical = new Set(critical.map(({ agent_id }) => agent_id));
      this.forget('critical', this.knownCritical);
      const fresh = before ? critical.filter(({ agent_id }) => !before.has(agent_id)) : [];
      this.tell(
        fresh.map(({ agent_id, name }) => ({
          ...({ id: agent_id, kind: 'critical' } as const),
          path: `/fleet/${encodeURIComponent(agent_id)}`,
          text: `${visibleText(name)} is critical`,
        })),
      );
    });
  }

  /** Whoever has just clicked for it knows. */
  private isOwn(one: ApprovalView): boolean {
    return isRequestOf(one, untracked(this.me)) && untracked(this.sheet.isAsking);
  }

  /** The end of something that somebody has left to kenny; it stays until it is put away. */
  announce(item: NotificationItem): void {
    this.tell([item]);
  }

  putAway(item: Identity): void {
    this.told.update((told) => told.filter((one) => !isSame(one, item)));
  }

  /** Drop what is over: a page stays open for weeks. */
  private forget(kind: NotificationItem['kind'], still: ReadonlySet<string>): void {
    const isOver = (item: NotificationItem): boolean => item.kind === kind && !still.has(item.id);
    untracked(() => {
      if (!this.told().some(isOver)) return;
      this.told.update((told) => told.filter((item) => !isOver(item)));
    });
  }

  private tell(fresh: readonly NotificationItem[]): void {
    const [first] = fresh;
    if (!first) return;
    untracked(() => {
      const others = (told: readonly NotificationItem[]) =>
        told.filter((one) => !fresh.some((again) => isSame(one, again)));
      this.told.update((told) => [...fresh, ...others(told)]);
      this.last.set(first);
    });
  }
}

function isSame(a: Identity, b: Identity): boolean {
  return a.id === b.id && a.kind === b.kind;
}
