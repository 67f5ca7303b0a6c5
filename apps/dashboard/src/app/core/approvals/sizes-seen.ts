import { inject, Injectable, signal } from '@angular/core';
import type { ApprovalView, Cleanable, CleanTarget } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { quantity } from '../facts/quantity';
import { PageClock } from '../time/clock';
import { ApprovalsStore } from './approvals-store';
import { targetsIn } from './argument-texts';

interface Look {
  readonly at: number;
  readonly bytes: ReadonlyMap<CleanTarget, number>;
}

/** How much a clean-up would delete, in a sentence without its stop. */
export function sizeWords(bytes: number): string {
  return bytes === 0 ? 'Nothing is left to delete there' : `About ${quantity(bytes, 'bytes')}`;
}

/** What each place took when somebody looked here: an older look, or one before a clean-up, says too little. */
@Injectable({ providedIn: 'root' })
export class SizesSeen {
  private readonly clock = inject(PageClock);
  private readonly approvals = inject(ApprovalsStore);
  private readonly looks = signal<ReadonlyMap<string, Look>>(new Map());

  note(agentId: string, found: readonly Pick<Cleanable, 'target' | 'bytes'>[]): void {
    const bytes = new Map(found.map((one) => [one.target, one.bytes]));
    this.looks.update((looks) => new Map([...looks, [agentId, { at: this.clock.now(), bytes }]]));
  }

  /** Of all of them together; null where it is not known. What a look does not name is empty. */
  of(
    agentId: string,
    targets: readonly CleanTarget[],
  ): { readonly bytes: number; readonly at: number } | null {
    const look = this.looks().get(agentId);
    if (!look || this.clock.now() - look.at > HOUR_MS) return null;
    if (this.cleanedSince(agentId, look.at)) return null;
    const bytes = targets.reduce((sum, target) => sum + (look.bytes.get(target) ?? 0), 0);
    return { bytes, at: look.at };
  }

  /** What a request would delete, in words; empty where that is not known. */
  wordsOf({ agent_id, args }: Pick<ApprovalView, 'agent_id' | 'args'>): string {
    const targets = targetsIn(args);
    const seen = targets && this.of(agent_id, targets);
    return seen ? sizeWords(seen.bytes) : '';
  }

  private cleanedSince(agentId: string, at: number): boolean {
    return this.approvals
      .all()
      .some(
        ({ agent_id, args, sent_at, ended_at }) =>
          agent_id === agentId &&
          targetsIn(args) !== undefined &&
          sent_at !== null &&
          ended_at !== null &&
          Date.parse(ended_at) >= at,
      );
  }
}
