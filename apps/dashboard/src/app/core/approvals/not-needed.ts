import { computed, inject, type Signal } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { remedyOf } from '@kenny/health/web';
import { CatalogStore } from '../facts/catalog-store';
import { FleetStore } from '../fleet/fleet-store';
import { sectionsInNeed } from '../health/health-words';
import { PageClock } from '../time/clock';
import { relativeTime } from '../time/relative';
import { targetsIn } from './argument-texts';
import { doneWords, type DoneSince } from './ran-since';
import { SizesSeen } from './sizes-seen';

/** Why a request that waits may not be needed. */
export interface NotNeeded {
  /** In one sentence. */
  readonly words: string;
  /** Nothing is left to do; else no check of the PC needs it, and somebody may want it all the same. */
  readonly idle: boolean;
}

/**
 * Undefined where it is needed for all that is known, and once it waits no more. Call it where one may
 * inject.
 * @param done - as `ranSince` has it
 */
export function notNeeded(
  asked: Signal<ApprovalView>,
  done: Signal<DoneSince | undefined>,
): Signal<NotNeeded | undefined> {
  const [catalog, fleet, sizes] = [inject(CatalogStore), inject(FleetStore), inject(SizesSeen)];
  const clock = inject(PageClock);
  /** Of a fix of kenny's own only, and where the PC says how it is. */
  const noCheckNeeds = (call: ApprovalView): boolean => {
    const pc = fleet.agent(call.agent_id);
    if (!pc?.online || pc.received_at === null) return false;
    const isFixOf = (name: string) =>
      remedyOf(catalog.remediesOf({ name }), pc.meta?.os, call) !== undefined;
    const isKnown = Object.keys(catalog.answer.value()?.remedies ?? {}).some(isFixOf);
    return isKnown && !sectionsInNeed(pc).some(({ name }) => isFixOf(name));
  };
  return computed(() => {
    const request = asked();
    if (request.state !== 'pending') return undefined;
    const since = done();
    if (since) {
      const at = Date.parse(since.run.ended_at ?? since.run.requested_at);
      return { words: `${doneWords(since)} ${relativeTime(at, clock.now())}.`, idle: true };
    }
    const targets = targetsIn(request.args);
    if (targets && sizes.of(request.agent_id, targets)?.bytes === 0) {
      return { words: `${sizes.wordsOf(request)}.`, idle: true };
    }
    return noCheckNeeds(request)
      ? { words: 'No check of this PC needs it at the moment.', idle: false }
      : undefined;
  });
}
