import type { PausedRequester } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import {
  DECIDED_STATES,
  DENIALS_IN_A_ROW,
  isOwnNo,
  isRowOfDenials,
  type GateRecord,
} from '@kenny/gate';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { AuditLog } from '../../audit/index.js';
import { by, type Origin } from '../../auth/index.js';
import { Reads, Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError, maySee, type CallContext, type Principal } from '../../kernel/index.js';
import { BY_KENNY } from './approval-audit.js';
import { ApprovalEntity } from './approval.entity.js';
import { RequesterPauseEntity } from './requester-pause.entity.js';

/**
 * After several denials in a row a requester is paused until a person resumes it. The pause is
 * written in the denial's transaction, so that no restart ends it.
 */
@Injectable()
export class Pauses {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws KennyError `paused` */
  async refusePaused({ manager }: Tx, requester: string | undefined): Promise<void> {
    if (requester === undefined) return;
    const pause = await manager.findOneBy(RequesterPauseEntity, {
      ...{ id: requester, released_at: IsNull() },
    });
    if (!pause) return;
    throw new KennyError(
      'paused',
      `paused after ${DENIALS_IN_A_ROW} denials in a row: somebody who can approve must resume it, ` +
        `on the Approvals page or with "kenny approvals resume ${requester}"`,
      { requester, approval_id: pause.approval_id },
    );
  }

  /** In the denial's transaction: pauses the requester when it is one too many. */
  async afterDenial(tx: Tx, record: GateRecord): Promise<void> {
    const { requester, requested_by, door, id: approval_id, agent_id } = record;
    if (requester === undefined || isOwnNo(record)) return;
    const before = await tx.manager.findOneBy(RequesterPauseEntity, { id: requester });
    if (before?.released_at === null) return;
    const newest = await tx.manager.find(ApprovalEntity, {
      select: { id: true, state: true, decided_at: true },
      where: { requester, state: In([...DECIDED_STATES]) },
      order: { decided_at: 'DESC' },
      take: DENIALS_IN_A_ROW,
    });
    const row = newest.map(({ state, decided_at }) => ({ state, decided_at: decided_at ?? 0 }));
    if (!isRowOfDenials(row, before?.released_at ?? null)) return;
    await tx.manager.delete(RequesterPauseEntity, { id: requester });
    await tx.manager.insert(RequesterPauseEntity, {
      ...{ id: requester, requested_by, door, approval_id, agent_id },
      ...{ paused_at: this.clock.now(), released_at: null },
    });
    await this.append(tx, 'pause', { id: requester, approval_id, agent_id }, BY_KENNY);
  }

  /** Newest first, of PCs that the principal may see. */
  async list(principal: Principal): Promise<PausedRequester[]> {
    const rows = await this.reads.manager.find(RequesterPauseEntity, {
      where: { released_at: IsNull() },
      order: { paused_at: 'DESC', id: 'ASC' },
      take: MOST_LISTED,
    });
    return rows.filter(({ agent_id }) => maySee(principal, agent_id)).map(viewOf);
  }

  /** Whether this one is paused, as far as the principal may see it. */
  async of(principal: Principal, id: string): Promise<PausedRequester | null> {
    const row = await this.reads.manager.findOneBy(RequesterPauseEntity, {
      ...{ id, released_at: IsNull() },
    });
    return row && maySee(principal, row.agent_id) ? viewOf(row) : null;
  }

  /** @throws forbidden, not_found */
  async resume(ctx: CallContext, id: string): Promise<void> {
    const { principal } = ctx;
    await this.writer.write(async (tx) => {
      const pause = await tx.manager.findOneBy(RequesterPauseEntity, {
        ...{ id, released_at: IsNull() },
      });
      if (!pause || !maySee(principal, pause.agent_id)) {
        throw new KennyError('not_found', `nobody is paused under ${id}`);
      }
      if (!principal.decide) {
        throw new KennyError(
          'forbidden',
          'this token cannot end a pause; use one that can approve (made with "decide")',
        );
      }
      const released_at = this.clock.now();
      await tx.manager.update(RequesterPauseEntity, { id }, { released_at });
      await this.append(tx, 'resume', pause, by(ctx));
    });
  }

  private async append(
    tx: Tx,
    step: 'pause' | 'resume',
    pause: Pick<RequesterPauseEntity, 'id' | 'approval_id' | 'agent_id'>,
    { actor, door, request_id }: Origin,
  ): Promise<void> {
    const { id, approval_id, agent_id } = pause;
    const target = `${step} ${id}`;
    const row = { kind: 'policy', ok: true, target, agent_id, approval_id } as const;
    await this.audit.append(tx, { ...row, actor, door, request_id });
  }
}

const MOST_LISTED = 100;

function viewOf({ paused_at, released_at: _, ...pause }: RequesterPauseEntity): PausedRequester {
  return { ...pause, paused_at: new Date(paused_at).toISOString() };
}
