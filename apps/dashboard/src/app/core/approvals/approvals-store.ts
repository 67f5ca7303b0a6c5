import { Injectable, computed, inject, signal } from '@angular/core';
import { watch } from '@kenny/client';
import type { ApprovalState, ApprovalView, DecideBody } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { asApiError, type ApiError } from '../http/api-error';
import { plainOrder } from '../plain-order';
import { LiveSocket } from '../subscriptions/live-socket';

/** How many finished requests stay in memory. */
const REMEMBERED = 200;

/**
 * Approvals as they stand. What is shown here is what the server said last; a decision is shown when
 * it has come back, never before.
 */
@Injectable({ providedIn: 'root' })
export class ApprovalsStore {
  private readonly socket = inject(LiveSocket);
  private readonly api = inject(ApiClient);
  private readonly byId = signal<ReadonlyMap<string, ApprovalView>>(new Map());
  private readonly fault = signal<ApiError | null>(null);
  private readonly arrived = signal(false);

  readonly error = this.fault.asReadonly();
  readonly ready = this.arrived.asReadonly();
  readonly all = computed(() => [...this.byId().values()].sort(newestFirst));
  /** Those that expire first at the top: who comes later does not push them away. */
  readonly waiting = computed(() =>
    this.all()
      .filter(({ state }) => state === 'pending')
      .sort(soonestFirst),
  );
  /** The same by PC, for lists of many PCs. */
  readonly waitingByPc = computed<ReadonlyMap<string, readonly ApprovalView[]>>(() => {
    const byPc = new Map<string, ApprovalView[]>();
    for (const one of this.waiting()) {
      const here = byPc.get(one.agent_id);
      if (here) here.push(one);
      else byPc.set(one.agent_id, [one]);
    }
    return byPc;
  });

  private stop: (() => void) | undefined;
  /** How often it was emptied. */
  private emptied = 0;

  start(): void {
    this.stop ??= watch(this.socket, {
      topic: 'approval',
      subscribe: 'approval.subscribe',
      payload: () => ({}),
      event: 'approval.changed',
      snapshot: ({ items }) => {
        this.keep([...this.ended(), ...items]);
        this.fault.set(null);
        this.arrived.set(true);
        // Of what waits, the same may have run since.
        if (items.length > 0) this.loadPast().catch(() => undefined);
      },
      patch: ({ approval }) => this.note([approval]),
      failed: (error) => this.fault.set(asApiError(error).ofRead()),
    });
  }

  clear(): void {
    this.stop?.();
    this.stop = undefined;
    this.emptied += 1;
    this.byId.set(new Map());
    this.arrived.set(false);
  }

  approval(id: string): ApprovalView | undefined {
    return this.byId().get(id);
  }

  /** For a link to one that ended before this page was opened. */
  async load(id: string): Promise<ApprovalView> {
    const note = this.noteUnlessEmptied();
    const { approval } = await this.api.approval(id);
    note([approval]);
    return approval;
  }

  /** The newest requests that ended before this page was opened. */
  async loadPast(): Promise<void> {
    const note = this.noteUnlessEmptied();
    note((await this.api.approvals()).items);
  }

  /** The hash binds the decision to the text that was on the screen. */
  async decide(id: string, body: DecideBody): Promise<ApprovalView> {
    const note = this.noteUnlessEmptied();
    const { approval } = await this.api.decide(id, body);
    note([approval]);
    return approval;
  }

  /** One that another answer has brought. */
  know(approval: ApprovalView): void {
    this.note([approval]);
  }

  /** What one person has asked for is not kept for the next who logs in. */
  private noteUnlessEmptied(): (approvals: readonly ApprovalView[]) => void {
    const { emptied } = this;
    return (approvals) => {
      if (emptied === this.emptied) this.note(approvals);
    };
  }

  private note(approvals: readonly ApprovalView[]): void {
    this.keep([...this.byId().values(), ...approvals]);
  }

  /** The snapshot has only open requests; any other one has ended meanwhile. */
  private ended(): ApprovalView[] {
    return [...this.byId().values()].filter(({ ended_at }) => ended_at !== null);
  }

  /** Answers and pushes overtake each other: of two versions the later state counts. */
  private keep(approvals: readonly ApprovalView[]): void {
    const kept = new Map<string, ApprovalView>();
    for (const approval of approvals) {
      const before = kept.get(approval.id);
      if (!before || !isBehind(approval, before)) kept.set(approval.id, approval);
    }
    const over = kept.size - REMEMBERED;
    if (over > 0) {
      const oldest = [...kept.values()]
        .filter(({ ended_at }) => ended_at !== null)
        .sort(newestFirst)
        .slice(-over);
      for (const { id } of oldest) kept.delete(id);
    }
    this.byId.set(kept);
  }
}

/** States of a request that has not ended, in order. */
const ON_THE_WAY: readonly ApprovalState[] = ['pending', 'approved', 'sent', 'unknown'];

function isBehind(a: ApprovalView, b: ApprovalView): boolean {
  const [stageA, stageB] = [stageOf(a), stageOf(b)];
  return stageA < stageB || (stageA === stageB && a.decisions.length < b.decisions.length);
}

function stageOf({ state }: ApprovalView): number {
  const stage = ON_THE_WAY.indexOf(state);
  return stage < 0 ? ON_THE_WAY.length : stage;
}

export function soonestFirst(a: ApprovalView, b: ApprovalView): number {
  return plainOrder(a.approve_by, b.approve_by) || a.seq - b.seq;
}

/** By sequence number: the server's clock may have been set back. */
function newestFirst(a: ApprovalView, b: ApprovalView): number {
  return b.seq - a.seq;
}
