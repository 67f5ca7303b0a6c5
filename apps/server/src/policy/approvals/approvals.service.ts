import { CATALOG, TIMES, type ApprovalState, type Door } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import {
  approvalView,
  catalogSha256,
  momentOf,
  next,
  openApproval,
  reconcileAtBoot,
  refuseFlood,
  repeatKey,
  repeatRule,
  wasSentWithin,
  type ApprovalRequest,
  type CallTarget,
  type GateEvent,
  type GateRecord,
  type Moment,
  type RepeatVerdict,
} from '@kenny/gate';
import { Inject, Injectable } from '@nestjs/common';
import { AuditHold, AuditLog } from '../../audit/index.js';
import { PrincipalResolver, type Origin } from '../../auth/index.js';
import { BootWrites, Writer, type Tx } from '../../database/index.js';
import {
  CLOCK,
  EventBus,
  KennyError,
  maySee,
  RUN_ID,
  taskKey,
  type Principal,
} from '../../kernel/index.js';
import { BY_KENNY, requestedRow, stepRow } from './approval-audit.js';
import { ApprovalsRepository, type StoredApproval } from './approvals.repository.js';
import { Pauses } from './pauses.js';
import { stillMay } from './still-may.js';

/**
 * Longer than any call's deadline, `timeout_s` included. A call that is still `sent` then has an
 * outcome that could not be stored; the PC's journal has it.
 */
const LONGEST_SENT_MS =
  Math.max(...CATALOG.tools.map(({ deadline }) => deadline.default_s)) * 1_000 +
  2 * TIMES.handshakeMs +
  TIMES.deadlineGraceMs +
  TIMES.answerMs;

/** Of the derived catalog: approvals are bound to the tools' definitions. */
const CATALOG_SHA256 = catalogSha256(CATALOG);

const NOT_SENT: ApprovalState[] = ['pending', 'approved'];

function lapsed(why: string): GateEvent {
  const error = { code: 'forbidden', message: `${why}; nothing ran` } as const;
  return { type: 'lapse', why: 'check_failed', error };
}

/** Compare-and-set failed: the same step may be retried. */
export class ChangedMeanwhile extends KennyError {
  constructor() {
    super('conflict', 'somebody else changed this approval at the same moment');
  }
}

export type Opened =
  Exclude<RepeatVerdict, { kind: 'fresh' }> | { kind: 'opened'; approval: GateRecord };

/** Without what `open` finds out. */
export type OpenRequest = Omit<ApprovalRequest, 'previous' | 'seq'>;

/**
 * The gate with its storage: every step is one compare-and-set with its audit row in one durable
 * transaction, announced after the commit (design §5). What a step does is up to `@kenny/gate`.
 */
@Injectable()
export class ApprovalsService {
  readonly catalog = CATALOG_SHA256;

  private readonly leftOver: BootWrites;
  private expiring: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: ApprovalsRepository,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly hold: AuditHold,
    private readonly events: EventBus,
    private readonly principals: PrincipalResolver,
    private readonly pauses: Pauses,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUN_ID) private readonly boot: string,
  ) {
    this.leftOver = new BootWrites('Calls that an earlier run left', writer, () =>
      this.reconcile(),
    );
  }

  /** All approvals with their number of decisions, each of which has an audit row. */
  async *everMade(): AsyncGenerator<{ id: string; decisions: number }> {
    for (let last = ''; ;) {
      const records = await this.repository.after(last);
      for (const { id, decisions } of records) {
        const said = decisions.filter(({ decision }) => decision !== 'cancel');
        yield { id, decisions: said.length };
        last = id;
      }
      if (records.length === 0) return;
    }
  }

  moment(): Moment {
    return momentOf(this.clock, this.boot);
  }

  /** Opens an approval, or returns the earlier one that answers this repetition (design §5). */
  async open(request: OpenRequest, tokenIds: readonly string[], by: Origin): Promise<Opened> {
    this.refuseHeld();
    const now = this.moment();
    const opened = await this.writer.write(async (tx): Promise<Opened> => {
      const previous = await this.repository.latestRepeat(tx, repeatKey(request));
      const verdict = repeatRule(previous?.record, request.principal_key, now);
      if (previous && verdict.kind === 'hand_over_outcome') return this.handOver(tx, previous, by);
      if (verdict.kind !== 'fresh') return verdict;
      await this.pauses.refusePaused(tx, request.requester);
      const counts = await this.repository.pendingCounts(
        tx,
        request.principal_key,
        request.agent_uid,
      );
      const flood = refuseFlood(counts);
      if (flood) throw new KennyError(flood.code, flood.message);
      const seq = await this.repository.nextSeq(tx);
      const approval = openApproval({ ...request, seq, previous: verdict.previous }, now);
      await this.repository.insert(tx, approval, tokenIds);
      await this.audit.append(tx, requestedRow(approval, by));
      return { kind: 'opened', approval };
    });
    if (opened.kind === 'opened') this.announce(opened.approval);
    return opened;
  }

  /**
   * Applies one event. @throws not_found, or the code the gate refuses with.
   * @param tokenId - of whoever decided: rechecked before the call is sent
   */
  async apply(
    id: string,
    event: GateEvent,
    by: Origin = BY_KENNY,
    tokenId: string | null = null,
  ): Promise<GateRecord> {
    const after = await this.writer.write((tx) => this.applyIn(tx, id, event, by, tokenId));
    this.announce(after, decidedAt(event, by));
    return after;
  }

  /**
   * The one right to send a call: claimed if the tokens of requester and deciders stand, with
   * the rights for it, in this very transaction, else lapsed. Only a record in state `sent` may be sent.
   */
  async claim(id: string, call_id: string, target: CallTarget): Promise<GateRecord> {
    const after = await this.writer.write(async (tx) => {
      const stored = await this.stored(id, tx);
      const event = await this.claimEvent(tx, stored, call_id, target);
      return this.takeStep(tx, stored, event, BY_KENNY);
    });
    this.announce(after);
    return after;
  }

  private async claimEvent(
    tx: Tx,
    { record, token_ids }: StoredApproval,
    call_id: string,
    target: CallTarget,
  ): Promise<GateEvent> {
    const holders: Principal[] = [];
    for (const tokenId of token_ids) {
      const holder = await this.principals.rightsIn(tokenId, tx);
      if (!holder) return lapsed('the token of the requester or of an approver is no longer valid');
      holders.push(holder);
    }
    return stillMay(record, holders)
      ? { type: 'claim', call_id, target }
      : lapsed('the requester or an approver may no longer do this');
  }

  /** Hands the outcome to its requester, once; the result of a read is erased with that. */
  async handOut(id: string, principal_key: string, by: Origin): Promise<GateRecord> {
    const { outcome, after } = await this.writer.write(async (tx) => {
      const stored = await this.stored(id, tx);
      const step = await this.takeStep(tx, stored, { type: 'hand_over', principal_key }, by);
      return { outcome: stored.record.outcome, after: step };
    });
    this.announce(after);
    return { ...after, outcome };
  }

  /** As `apply`, inside the caller's transaction; the caller announces after its commit. */
  async applyIn(
    tx: Tx,
    id: string,
    event: GateEvent,
    by: Origin,
    tokenId: string | null = null,
  ): Promise<GateRecord> {
    return this.takeStep(tx, await this.stored(id, tx), event, by, tokenId);
  }

  private async takeStep(
    tx: Tx,
    { record, token_ids }: StoredApproval,
    event: GateEvent,
    by: Origin,
    tokenId: string | null = null,
  ): Promise<GateRecord> {
    // Here, so that no door gets round it: a restored database does not know what has run.
    if (event.type === 'approve' || event.type === 'claim') this.refuseHeld();
    const step = next(record, event, this.moment());
    if (!step.ok) {
      throw new KennyError(step.code, step.message, { approval: approvalView(record) });
    }
    if (step.approval.revision === record.revision) return record;
    const tokens = tokenId === null ? token_ids : [...new Set([...token_ids, tokenId])];
    if (!(await this.repository.replace(tx, record.revision, step.approval, tokens))) {
      throw new ChangedMeanwhile();
    }
    await this.audit.append(tx, stepRow(step.approval, event, by));
    if (event.type === 'deny') await this.pauses.afterDenial(tx, step.approval);
    return step.approval;
  }

  /** @param door - where somebody has just decided */
  announce(record: GateRecord, door?: Door): void {
    const approval = approvalView(record);
    this.events.emit('approval.changed', { approval, ...(door ? { door } : {}) });
  }

  async stored(id: string, tx?: Tx): Promise<StoredApproval> {
    const found = await this.repository.get(id, tx?.manager);
    if (!found) throw noSuchApproval(id);
    return found;
  }

  /** @throws KennyError `not_found`, also for a PC that the principal may not see */
  async seenBy(principal: Principal, id: string): Promise<GateRecord> {
    const { record } = await this.stored(id);
    if (!maySee(principal, record.agent_id)) throw noSuchApproval(id);
    return record;
  }

  /** Open approvals of these PCs (null: of all), newest first. */
  async listOpen(agents: readonly string[] | null): Promise<GateRecord[]> {
    const open = await this.repository.open();
    return open.filter(({ agent_id }) => agents === null || agents.includes(agent_id));
  }

  /** Nothing can be decided until it is done, even if it has to wait for the database. */
  reconcileAtStart(): Promise<void> {
    return this.leftOver.run();
  }

  private refuseHeld(): void {
    this.hold.refuse();
    this.leftOver.refuse();
  }

  /** Ends what did not survive the restart. */
  private async reconcile(): Promise<number> {
    let changed = 0;
    for (const record of await this.repository.open()) {
      const event = reconcileAtBoot(record, this.catalog, this.moment());
      if (!event) continue;
      await this.apply(record.id, event);
      changed += 1;
    }
    return changed;
  }

  /** The database was set back: ends everything that is open. */
  async restoreIn(tx: Tx, by: Origin): Promise<GateRecord[]> {
    const ended: GateRecord[] = [];
    for (const id of await this.repository.openIds(tx)) {
      const record = await this.applyIn(tx, id, { type: 'restore' }, by);
      tx.onCommit(() => this.announce(record));
      ended.push(record);
    }
    return ended;
  }

  /** Ends what was not decided, answered or fetched in time. Every second, one run after the other. */
  expireOverdue(): Promise<void> {
    const run = this.expiring.then(() => this.expire());
    this.expiring = run.catch(() => undefined);
    return run;
  }

  private async expire(): Promise<void> {
    const now = this.moment();
    for (const record of await this.repository.open()) {
      const event = overdueEvent(record, now);
      const step = event && next(record, event, now);
      if (event && step?.ok) await this.applyUnlessRaced(record.id, event);
    }
    for (const id of await this.repository.outlived(this.clock.now())) {
      await this.applyUnlessRaced(id, { type: 'forget' });
    }
  }

  /** In the transaction that ends the PC's identity. */
  async cancelOfAgent(tx: Tx, agentUid: string, reason: string): Promise<void> {
    await this.cancelIn(tx, await this.repository.idsOfAgent(tx, agentUid, NOT_SENT), reason);
  }

  /** In the transaction that ends, stops or deletes the task: what it asked for does not run. */
  async cancelOfTask(tx: Tx, taskId: string, reason: string): Promise<void> {
    await this.cancelIn(
      tx,
      await this.repository.idsOfPrincipal(tx, taskKey(taskId), NOT_SENT),
      reason,
    );
  }

  /** Nobody has to decide about these any more; they are announced after the commit. */
  async cancelIn(tx: Tx, ids: readonly string[], reason: string): Promise<void> {
    const event = { type: 'cancel', by: BY_KENNY.actor, reason } as const;
    for (const id of ids) {
      const record = await this.applyIn(tx, id, event, BY_KENNY);
      tx.onCommit(() => this.announce(record));
    }
  }

  private async handOver(tx: Tx, stored: StoredApproval, by: Origin): Promise<Opened> {
    const { principal_key, outcome } = stored.record;
    const after = await this.takeStep(tx, stored, { type: 'hand_over', principal_key }, by);
    return { kind: 'hand_over_outcome', approval: { ...after, outcome } };
  }

  private async applyUnlessRaced(id: string, event: GateEvent): Promise<void> {
    try {
      await this.apply(id, event);
    } catch (error) {
      // A decision came first.
      if (!(error instanceof KennyError)) throw error;
    }
  }
}

function overdueEvent(record: GateRecord, now: Moment): GateEvent | undefined {
  switch (record.state) {
    case 'pending':
      return { type: 'expire' };
    case 'approved':
      return { type: 'lapse', why: 'run_by' };
    case 'sent':
      if (wasSentWithin(record, LONGEST_SENT_MS, now)) return undefined;
      return { type: 'lose', why: 'timeout' };
    default:
      return undefined;
  }
}

/** The same words whether it does not exist or may not be seen. */
export function noSuchApproval(id: string): KennyError {
  return new KennyError('not_found', `there is no approval ${id}`);
}

/** Where a person has said so; undefined for what kenny does by itself. */
function decidedAt({ type }: GateEvent, { door }: Origin): Door | undefined {
  const said = type === 'approve' || type === 'deny' || type === 'cancel';
  return said && door !== BY_KENNY.door ? door : undefined;
}
