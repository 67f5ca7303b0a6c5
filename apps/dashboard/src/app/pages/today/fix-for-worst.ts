import { computed, effect, inject, untracked, type Signal } from '@angular/core';
import { needsAttention } from '@kenny/contract/web';
import { firedThresholds, likeCall } from '@kenny/health/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import type { OfferedCall } from '../../core/approvals/sheet-opener';
import { CatalogStore } from '../../core/facts/catalog-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { narrowerThan } from '../../ui/on-phone';
import type { PcMatter } from './matters';

/** As its style sheet has it: a narrower row is a block. */
const ROW_PX = 700;

/**
 * The request for what helps with a PC's worst trouble, where nothing is to be chosen first and it does not
 * wait already. Reads what the PC said of that check: one may have fixes for several faults. Call it
 * where one may inject.
 */
export function fixForWorst(matter: Signal<PcMatter | null>): Signal<OfferedCall | undefined> {
  const [api, catalog, clock] = [inject(ApiClient), inject(CatalogStore), inject(PageClock)];
  const [approvals, session] = [inject(ApprovalsStore), inject(Session)];
  const narrow = narrowerThan(ROW_PX);
  const trouble = computed(
    () => {
      const { agent, section, health } = matter() ?? {};
      if (!section || agent?.online !== true) return undefined;
      // On a phone only what is urgent has a line for buttons.
      if (narrow() && health !== 'crit') return undefined;
      const { name, reason, status } = section;
      if (!needsAttention(status) || !session.reaches('operator')) return undefined;
      return { id: agent.agent_id, os: agent.meta?.os, name, reason, status };
    },
    { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
  // Where nothing is wrong, nothing is asked.
  effect(() => {
    if (trouble()) untracked(() => catalog.ask());
  });
  const said = apiResource({
    params: trouble,
    loader: ({ id, name }) => api.snapshot(id, name),
  });
  return computed(() => {
    const [pc, snapshot] = [trouble(), said.value()?.snapshot];
    if (!pc || !snapshot) return undefined;
    const { id: agent_id, os, name, status } = pc;
    const limits = catalog.thresholdsOf({ name });
    const fired = firedThresholds(limits, snapshot[name], status, clock.now());
    const remedy = catalog.remediesAgainst({ name }, fired).find((one) => one.os === os);
    if (!remedy || remedy.choose) return undefined;
    const { tool, args, title: reason } = remedy;
    const call = { tool, agent_id, args, reason };
    const here = approvals.waiting().filter((one) => one.agent_id === agent_id);
    return here.some((one) => likeCall(one, call)) ? undefined : call;
  });
}
