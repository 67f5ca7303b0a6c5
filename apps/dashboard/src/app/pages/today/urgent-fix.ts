import { computed, effect, inject, untracked, type Signal } from '@angular/core';
import { firedThresholds, likeCall, type Threshold } from '@kenny/health/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import type { OfferedCall } from '../../core/approvals/sheet-opener';
import { CatalogStore } from '../../core/facts/catalog-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import type { PcMatter } from './matters';

/**
 * The request for what helps with a critical PC, where nothing is to be chosen first and it does not
 * wait already. Reads what the PC said of that check: one may have fixes for several faults. Call it
 * where one may inject.
 */
export function urgentFix(matter: Signal<PcMatter | null>): Signal<OfferedCall | undefined> {
  const [api, catalog, clock] = [inject(ApiClient), inject(CatalogStore), inject(PageClock)];
  const [approvals, session] = [inject(ApprovalsStore), inject(Session)];
  const urgent = computed(
    () => {
      const { agent, section, health } = matter() ?? {};
      const isOne = health === 'crit' && section?.status === 'crit' && agent?.online === true;
      if (!isOne || !session.reaches('operator')) return undefined;
      const { name, reason } = section;
      return { id: agent.agent_id, os: agent.meta?.os, name, reason };
    },
    { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
  // For most nothing is urgent, and nothing is asked.
  effect(() => {
    if (urgent()) untracked(() => catalog.ask());
  });
  const said = apiResource({
    params: urgent,
    loader: ({ id, name }) => api.snapshot(id, name),
  });
  return computed(() => {
    const [pc, snapshot] = [urgent(), said.value()?.snapshot];
    if (!pc || !snapshot) return undefined;
    const { id: agent_id, os, name } = pc;
    const rules = (catalog.answer.value()?.thresholds[name] ?? []) as readonly Threshold[];
    const fired = firedThresholds(rules, snapshot[name], 'crit', clock.now());
    const fields = fired.map(({ field }) => field);
    const remedy = catalog
      .remediesOf({ name })
      .find((one) => one.os === os && fields.includes(one.field));
    if (!remedy || remedy.choose) return undefined;
    const { tool, args, title: reason } = remedy;
    const call = { tool, agent_id, args, reason };
    const here = approvals.waiting().filter((one) => one.agent_id === agent_id);
    return here.some((one) => likeCall(one, call)) ? undefined : call;
  });
}
