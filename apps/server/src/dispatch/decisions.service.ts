import { CLIENTS_WORD, type ApprovalView } from '@kenny/contract';
import { approvalView, isTerminal, type EventOf, type GateRecord } from '@kenny/gate';
import { Injectable } from '@nestjs/common';
import { actorOf, by } from '../auth/index.js';
import {
  EventBus,
  KennyError,
  maySee,
  principalKey,
  type CallContext,
  type CallSignal,
} from '../kernel/index.js';
import { ApprovalsService, noSuchApproval } from '../policy/index.js';
import { ApprovedCalls } from './approved-calls.js';
import { CallFacts } from './call-facts.js';
import { storedOutcome, type CallOutcome } from './outcome.js';
import { Targets } from './target.js';
import { mustHoldClass } from './tool-call.js';

export interface Decision {
  readonly decision: 'approve' | 'deny' | 'cancel';
  /** Hash of the call that was shown. */
  readonly call_sha256: string;
  readonly reason?: string | undefined;
}

/** Decisions on approvals, and waiting for their outcomes. */
@Injectable()
export class Decisions {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly approved: ApprovedCalls,
    private readonly facts: CallFacts,
    private readonly targets: Targets,
    private readonly events: EventBus,
  ) {}

  /** Approving runs the call at once. @throws the gate's refusals */
  async decide(ctx: CallContext, id: string, decision: Decision): Promise<ApprovalView> {
    const { record } = await this.approvals.stored(id);
    mustBeAllowed(ctx, record, decision.decision);
    const { decision: type, call_sha256, reason } = decision;
    const said = { by: actorOf(ctx.principal), call_sha256, reason: reason ?? null };
    return this.apply(
      ctx,
      id,
      type === 'approve' ? { ...(await this.approvalOf(record)), ...said } : { type, ...said },
    );
  }

  /**
   * An elicitation answer is the requesting client's word, not a person's: it counts at low risk
   * only, and only with a token that was made for it (D6).
   * @throws the gate's refusals; forbidden
   */
  async takeElicitationAnswer(
    ctx: CallContext,
    id: string,
    { accepted, call_sha256 }: { accepted: boolean; call_sha256: string },
  ): Promise<ApprovalView> {
    const { principal } = ctx;
    const { record } = await this.approvals.stored(id);
    if (principalKey(principal) !== record.principal_key) throw noSuchApproval(id);
    if (!principal.elicitation) {
      throw new KennyError(
        'forbidden',
        'answers from this client do not count as approval; ask an operator to decide',
      );
    }
    if (accepted) mustHoldClass(principal, record.tool);
    // Tokens are often named for people, and no person said this.
    const said = { by: { ...actorOf(ctx.principal), name: CLIENTS_WORD.name }, call_sha256 };
    return this.apply(
      ctx,
      id,
      accepted
        ? { ...(await this.approvalOf(record)), ...said, reason: CLIENTS_WORD.accepted }
        : { type: 'deny', ...said, reason: CLIENTS_WORD.declined },
    );
  }

  /** Resolves when the call has ended or its outcome is unknown; on abort with the present state. */
  onOutcome(id: string, signal?: CallSignal): Promise<ApprovalView> {
    return new Promise((resolve, reject) => {
      const settle = (view: ApprovalView) => {
        if (!isTerminal(view.state) && view.state !== 'unknown') return;
        stop();
        resolve(view);
      };
      const stop = this.events.on('approval.changed', ({ approval }) => {
        if (approval.id === id) settle(approval);
      });
      const giveUp = () => {
        stop();
        this.approvals.stored(id).then(({ record }) => resolve(approvalView(record)), reject);
      };
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
      this.approvals.stored(id).then(
        ({ record }) => settle(approvalView(record)),
        (error: unknown) => {
          stop();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  /**
   * Waits for the outcome and hands it to its requester, once (design §5); without one the approval
   * comes back.
   */
  async awaitOutcome(ctx: CallContext, id: string): Promise<CallOutcome> {
    const approval = await this.onOutcome(id, ctx.signal);
    const ended = approval.state === 'done' || approval.state === 'failed';
    // The requester is gone: the outcome is kept for a repetition of the call.
    if (!ended || ctx.signal?.aborted) return { kind: 'approval', approval };
    const principal_key = principalKey(ctx.principal);
    return storedOutcome(await this.approvals.handOut(id, principal_key, by(ctx)));
  }

  /** Two-key tag and risk as they are now, not as they were at the request. */
  private async approvalOf(record: GateRecord) {
    const two_key = this.targets.wantsTwoKeys(record.agent_uid);
    return { type: 'approve', two_key, risk: await this.facts.riskNow(record) } as const;
  }

  private async apply(
    ctx: CallContext,
    id: string,
    event: EventOf<'approve' | 'deny' | 'cancel'>,
  ): Promise<ApprovalView> {
    const origin = { ...by(ctx), actor: event.by };
    const after = await this.approvals.apply(id, event, origin, ctx.principal.token_id);
    if (after.state === 'approved') this.approved.run(after);
    return approvalView(after);
  }
}

function mustBeAllowed({ principal }: CallContext, record: GateRecord, decision: string): void {
  const mine = principalKey(principal) === record.principal_key;
  if (!maySee(principal, record.agent_id)) throw noSuchApproval(record.id);
  if (decision === 'cancel' && mine) return;
  if (!principal.decide) {
    throw new KennyError(
      'forbidden',
      'this token cannot decide; use one that was made with "decide"',
    );
  }
  // Denying one's own request takes no class.
  if (decision === 'approve' || !mine) mustHoldClass(principal, record.tool);
}
