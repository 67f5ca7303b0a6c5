import { CATALOG, needsApproval, saidNo, screenCapture, toolClassOf } from '@kenny/contract';
import { type Clock, faultPoint, isObject } from '@kenny/kernel';
import { approvalView, requesterId } from '@kenny/gate';
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../audit/index.js';
import { actorOf, by } from '../auth/index.js';
import { CLOCK, EventBus, KennyError, principalKey, type CallContext } from '../kernel/index.js';
import { ApprovalsService, GuardMirror, type Judged, type OpenRequest } from '../policy/index.js';
import { TunnelService } from '../tunnel/index.js';
import { ApprovedCalls } from './approved-calls.js';
import { CallFacts } from './call-facts.js';
import { Expiry } from './expiry.js';
import {
  callOutcome,
  checkedOutcome,
  refusalOf,
  storedOutcome,
  type CallOutcome,
  type RunOutcome,
} from './outcome.js';
import { ServerTools } from './server-tools.js';
import { Targets, type Target } from './target.js';
import { checkCall, type CheckedCall } from './tool-call.js';

export interface CallRequest {
  readonly tool: string;
  readonly agent_id?: string | undefined;
  readonly args: unknown;
  /** Shown to whoever decides; at most 280 characters. */
  readonly reason?: string | undefined;
  /** Default: as configured, from when somebody can be told. */
  readonly expires_in_s?: number | undefined;
}

/** Where a model's call got its text from (design §5). */
export interface CallOrigin {
  readonly tainted_by?: readonly string[];
}

type Answer =
  /** Of an approval: each of its steps has a row already. */
  | { readonly recorded: true; readonly outcome: CallOutcome }
  | { readonly recorded: false; readonly outcome: RunOutcome };

/**
 * The only way to an agent (design §1.4). Every door calls this; nothing can go round the gate, the
 * guard's mirror or the audit, because nothing else has the tunnel.
 */
@Injectable()
export class Dispatch {
  constructor(
    private readonly targets: Targets,
    private readonly facts: CallFacts,
    private readonly mirror: GuardMirror,
    private readonly approvals: ApprovalsService,
    private readonly approved: ApprovedCalls,
    private readonly tunnel: TunnelService,
    private readonly serverTools: ServerTools,
    private readonly audit: AuditLog,
    private readonly bus: EventBus,
    private readonly expiry: Expiry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Reads run; changes open an approval, and so do sensitive reads by a principal without that
   * class. Never throws what is expected.
   */
  async call(
    ctx: CallContext,
    request: CallRequest,
    origin: CallOrigin = {},
  ): Promise<CallOutcome> {
    const call_id = randomUUID();
    const started = this.clock.monotonic();
    let outcome: RunOutcome;
    try {
      const answer = await this.route(ctx, request, origin, call_id);
      if (answer.recorded) return answer.outcome;
      outcome = answer.outcome;
    } catch (error) {
      outcome = { kind: 'refused', call_id, error: refusalOf(error) };
    }
    const row = this.rowOf(ctx, request, outcome, started);
    if (outcome.kind === 'refused' || !isSensitive(request.tool)) {
      this.audit.record(row);
      return outcome;
    }
    return this.shown(outcome, row);
  }

  private async route(
    ctx: CallContext,
    request: CallRequest,
    origin: CallOrigin,
    call_id: string,
  ): Promise<Answer> {
    const call = checkCall(ctx.principal, request.tool, request.args);
    if (call.tool.where === 'server') {
      const result = await this.serverTools.run(ctx, call);
      return { recorded: false, outcome: { kind: 'result', call_id, result } };
    }
    const target = this.targets.find(ctx, call.tool, request.agent_id);
    const isAsked = needsApproval(call.tool, ctx.principal.classes);
    const { verdict, look_twice } = await this.judged(call, isAsked);
    if (verdict.blocked)
      throw new KennyError('blocked', verdict.message, { rule_id: verdict.rule_id });
    const own = toolClassOf(call.tool);
    if (own !== 'read') this.audit.mustTake(own);
    if (isAsked) {
      const outcome = await this.ask(ctx, { ...call, look_twice }, target, request, origin);
      return { recorded: true, outcome };
    }
    return { recorded: false, outcome: await this.read(ctx, call, target, call_id) };
  }

  /** Look-twice marks are for whoever decides: only calls that need approval are searched. */
  private async judged({ tool, args }: CheckedCall, isAsked: boolean): Promise<Judged> {
    if (isAsked) return this.mirror.examine(tool.name, args);
    return { verdict: await this.mirror.judge(tool.name, args), look_twice: [] };
  }

  /** The result of a sensitive read is handed out once its audit row is durable. */
  private async shown(outcome: RunOutcome, row: AuditEntry): Promise<RunOutcome> {
    try {
      await this.audit.recordDurably(row);
      return outcome;
    } catch {
      const error = new KennyError('unavailable', NOT_SHOWN);
      return { kind: 'refused', call_id: outcome.call_id, error };
    }
  }

  private async read(
    { signal }: CallContext,
    { tool, args }: CheckedCall,
    { live, record }: Target,
    call_id: string,
  ): Promise<RunOutcome> {
    const answer = await this.tunnel.request(live, {
      id: call_id,
      tool: tool.name,
      args,
      timeoutMs: this.approved.waitMs(tool, args),
      ...(signal ? { signal } : {}),
    });
    const outcome = checkedOutcome(tool.name, answer);
    if (outcome.kind === 'result' && tool.name === screenCapture.name) {
      this.tellOfPicture(record, outcome.result);
    }
    return callOutcome(call_id, outcome);
  }

  private tellOfPicture(
    { agent_id, agent_uid }: Target['record'],
    { image_b64 }: Readonly<Record<string, unknown>>,
  ): void {
    if (typeof image_b64 !== 'string') return;
    this.bus.emit('screen.captured', { agent_id, agent_uid, image_b64, at: this.clock.now() });
  }

  private async ask(
    ctx: CallContext,
    { tool, args, look_twice }: CheckedCall & Pick<OpenRequest, 'look_twice'>,
    { record, live }: Target,
    { reason, expires_in_s }: Pick<CallRequest, 'reason' | 'expires_in_s'>,
    origin: CallOrigin,
  ): Promise<CallOutcome> {
    const { principal, door, session_id, turn_id } = ctx;
    const request: OpenRequest = {
      id: `apr_${randomUUID()}`,
      agent_uid: record.agent_uid,
      agent_id: record.agent_id,
      agent_key: live.agent_key,
      catalog: this.approvals.catalog,
      tool: tool.name,
      args,
      kind: tool.effect,
      risk: this.facts.riskOf(tool, { agent_id: record.agent_id, tool: tool.name, args }),
      two_key: this.targets.wantsTwoKeys(record.agent_uid),
      door,
      requested_by: {
        ...actorOf(ctx.principal),
        session_id: session_id ?? null,
        turn_id: turn_id ?? null,
      },
      principal_key: principalKey(principal),
      reason: reason ?? null,
      tainted_by: [...(origin.tainted_by ?? [])],
      look_twice,
      ttl_ms: await this.expiry.ttlMs(record, expires_in_s),
    };
    const tokens = principal.token_id === null ? [] : [principal.token_id];
    const asked_by = { ...request, session_id: session_id ?? null, token_id: principal.token_id };
    const facts = { ...(await this.facts.atRequest(request)), requester: requesterId(asked_by) };
    const opened = await this.approvals.open({ ...request, ...facts }, tokens, by(ctx));
    const { approval } = opened;
    switch (opened.kind) {
      case 'opened':
        faultPoint('server.pending_committed');
        return { kind: 'approval', approval: approvalView(approval) };
      case 'reuse':
        return { kind: 'approval', approval: approvalView(approval) };
      case 'denied': {
        throw new KennyError('denied', saidNo(approval.decisions.at(-1)), {
          approval_id: approval.id,
        });
      }
      case 'hand_over_outcome':
        return storedOutcome(approval);
    }
  }

  private rowOf(
    ctx: CallContext,
    { tool, agent_id, args }: CallRequest,
    outcome: RunOutcome,
    started: number,
  ): AuditEntry {
    const error = outcome.kind === 'refused' ? outcome.error : null;
    const failed = error?.code ?? null;
    // Which denial it is that refuses the same again.
    const before = failed === 'denied' ? error?.details?.['approval_id'] : undefined;
    return {
      kind: 'call',
      actor: actorOf(ctx.principal),
      door: ctx.door,
      request_id: ctx.request_id,
      call_id: outcome.call_id,
      agent_id: agent_id ?? null,
      ...(typeof before === 'string' ? { target: before } : {}),
      tool: tool.slice(0, 64),
      args: isObject(args) ? args : null,
      ok: failed === null,
      code: failed,
      duration_ms: Math.round(this.clock.monotonic() - started),
    };
  }
}

const NOT_SHOWN =
  'The PC was read, but what it said is not shown: it could not be recorded. The disk of the server ' +
  'may be full; make room there, then ask again.';

const SENSITIVE = new Set(
  CATALOG.tools.filter((tool) => toolClassOf(tool) === 'sensitive').map(({ name }) => name),
);
const isSensitive = (tool: string): boolean => SENSITIVE.has(tool);
