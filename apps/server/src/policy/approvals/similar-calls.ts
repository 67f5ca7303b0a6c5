import { type Clock, DAY_MS } from '@kenny/kernel';
import { isNear, type DenialBefore, type GateRecord } from '@kenny/gate';
import { sameCall } from '@kenny/health';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../../kernel/index.js';
import { ApprovalsRepository } from './approvals.repository.js';

/** The longest time a request may wait. */
const REMEMBERED_MS = DAY_MS;
/** Comparisons cost. */
const MOST_COMPARED = 8;

export type AskedCall = Pick<
  GateRecord,
  'principal_key' | 'agent_uid' | 'agent_id' | 'tool' | 'args'
>;

/** What became of calls that are similar to one that waits. */
@Injectable()
export class SimilarCalls {
  constructor(
    private readonly repository: ApprovalsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest denial within a day of the same call, or else of a similar one. */
  async deniedBefore(call: AskedCall): Promise<DenialBefore | undefined> {
    const since = this.clock.now() - REMEMBERED_MS;
    const { principal_key, agent_id, agent_uid, tool } = call;
    const where = { principal_key, agent_id, agent_uid, tool, state: 'denied' } as const;
    const denied = await this.repository.newest(where, MOST_COMPARED);
    return denied
      .flatMap((record) =>
        isSimilar(record, call) ? denialOf(record, sameCall(record, call)) : [],
      )
      .filter(({ at }) => at > since)
      .sort((a, b) => Number(b.same) - Number(a.same) || b.at - a.at)[0];
  }

  /** Who let a similar call run on that PC since this one was asked for; undefined: nobody. */
  async ranSince(call: GateRecord): Promise<{ by: string; same: boolean } | undefined> {
    const { agent_id, agent_uid, tool, requested_at } = call;
    const where = { agent_id, agent_uid, tool, state: 'done' } as const;
    const done = await this.repository.newest(where, MOST_COMPARED);
    const after = done.filter((one) => (one.ended_at ?? 0) > requested_at && isSimilar(one, call));
    const ran = after.find((one) => sameCall(one, call)) ?? after[0];
    const by = ran?.decisions.at(-1)?.by.name;
    return ran && by !== undefined ? { by, same: sameCall(ran, call) } : undefined;
  }
}

/** The same in another order may be far from it, letter by letter. */
function isSimilar(one: GateRecord, call: AskedCall): boolean {
  return sameCall(one, call) || isNear(one.args, call.args);
}

function denialOf({ id, decisions }: GateRecord, same: boolean): DenialBefore[] {
  const no = decisions.at(-1);
  return no ? [{ same, approval_id: id, at: no.at, by: no.by, reason: no.reason }] : [];
}
