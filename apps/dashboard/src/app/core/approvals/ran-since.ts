import { computed, inject, type Signal } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { sameCall } from '@kenny/health/web';
import { ApprovalsStore } from './approvals-store';
import { targetsIn } from './argument-texts';

/** A run that has done all of what a request waits for. */
export interface DoneSince {
  readonly run: ApprovalView;
  /** The same call, or a clean-up of more places. */
  readonly same: boolean;
}

/** What has done all of it since it was asked for: the same call, or a clean-up of no fewer places. */
export function doneSince(
  asked: ApprovalView,
  others: readonly ApprovalView[],
): DoneSince | undefined {
  const since = others.filter(
    (other) =>
      other.state === 'done' &&
      isAnotherThere(asked, other) &&
      other.ended_at !== null &&
      other.ended_at > asked.requested_at,
  );
  const same = since.find((other) => sameCall(other, asked));
  const run = same ?? since.find((other) => cleansAll(other, asked));
  return run && { run, same: run === same };
}

/** Whether it is another request for the same PC. */
export function isAnotherThere(asked: ApprovalView, other: ApprovalView): boolean {
  return other.id !== asked.id && other.agent_uid === asked.agent_uid;
}

/** `The same ran`, before when it did. */
export function doneWords({ same }: DoneSince): string {
  return same ? 'The same ran' : 'A larger clean-up ran';
}

/** Of a request that waits; undefined of any other. Call it where one may inject. */
export function ranSince(
  asked: Signal<ApprovalView | null | undefined>,
): Signal<DoneSince | undefined> {
  const approvals = inject(ApprovalsStore);
  return computed(() => {
    const request = asked();
    return request?.state === 'pending' ? doneSince(request, approvals.all()) : undefined;
  });
}

function cleansAll(done: ApprovalView, asked: ApprovalView): boolean {
  const [had, wanted] = [targetsIn(done.args), targetsIn(asked.args)];
  if (!had || !wanted || done.tool !== asked.tool) return false;
  return wanted.every((target) => had.includes(target));
}
