import { type Clock, DAY_MS } from '@kenny/kernel';
import { isNear, type DenialBefore, type GateRecord } from '@kenny/gate';
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

/** Earlier denials of similar calls. */
@Injectable()
export class Denials {
  constructor(
    private readonly repository: ApprovalsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest denial of a similar call within a day. */
  async before(call: AskedCall): Promise<DenialBefore | undefined> {
    const since = this.clock.now() - REMEMBERED_MS;
    const denied = await this.repository.deniedTo(call, MOST_COMPARED);
    return denied
      .flatMap((record) => (isNear(record.args, call.args) ? denialOf(record) : []))
      .filter(({ at }) => at > since)
      .sort((a, b) => b.at - a.at)[0];
  }
}

function denialOf({ id, decisions }: GateRecord): DenialBefore[] {
  const no = decisions.at(-1);
  return no ? [{ approval_id: id, at: no.at, by: no.by, reason: no.reason }] : [];
}
