import { TIMES, type CatalogTool } from '@kenny/contract';
import { faultPoint } from '@kenny/kernel';
import { outcomeEvent, type CallError, type CallTarget, type GateRecord } from '@kenny/gate';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { KennyError, SYSTEM, type CallContext } from '../kernel/index.js';
import { ApprovalsService, GuardMirror } from '../policy/index.js';
import { TunnelService } from '../tunnel/index.js';
import { checkedOutcome } from './outcome.js';
import { OutcomeOutbox } from './outcome-outbox.js';
import { Targets } from './target.js';
import { knownTool, noSuchTool, type CheckedCall } from './tool-call.js';

interface Ready {
  readonly kind: 'ready';
  readonly tool: CheckedCall['tool'];
  readonly target: CallTarget;
}

interface NotReady {
  readonly kind: 'not_ready';
  readonly error: CallError;
}

/** Runs approved calls: recheck, claim, send once, store the outcome. */
@Injectable()
export class ApprovedCalls {
  private readonly logger = new Logger(ApprovedCalls.name);

  constructor(
    private readonly approvals: ApprovalsService,
    private readonly outbox: OutcomeOutbox,
    private readonly targets: Targets,
    private readonly mirror: GuardMirror,
    private readonly tunnel: TunnelService,
  ) {}

  /** The tool's deadline plus a grace period. */
  waitMs(tool: CatalogTool, args: Readonly<Record<string, unknown>>): number {
    const { default_s, from } = tool.deadline;
    const own = from === undefined ? undefined : args[from];
    return (typeof own === 'number' ? own : default_s) * 1000 + TIMES.deadlineGraceMs;
  }

  /** Starts the call; `approval.changed` tells its end. */
  run(approval: GateRecord): void {
    faultPoint('server.approved_committed');
    this.send(approval).catch((error: unknown) => {
      this.logger.error(`approval ${approval.id} could not be carried out: ${String(error)}`);
      // The claim may have been committed: then the PC is asked, else nothing ran.
      return this.outbox.deliver(
        approval.id,
        { type: 'lose', why: 'not_recorded' },
        { type: 'lapse', why: 'check_failed', error: whyNotSent(error) },
      );
    });
  }

  private async send(approval: GateRecord): Promise<void> {
    const ready = await this.recheck(approval);
    if (ready.kind === 'not_ready') {
      const { error } = ready;
      await this.outbox.deliver(approval.id, { type: 'lapse', why: 'check_failed', error });
      return;
    }
    const call_id = randomUUID();
    const claimed = await this.approvals.claim(approval.id, call_id, ready.target);
    if (claimed.state !== 'sent') return;
    faultPoint('server.sent_committed');
    const { agent_id, agent_uid, agent_key } = approval;
    const written = this.tunnel.request(
      { agent_id, agent_uid, agent_key },
      {
        id: call_id,
        tool: ready.tool.name,
        args: approval.args,
        ...(approval.kind === 'change' ? { approval: approval.id } : {}),
        timeoutMs: this.waitMs(ready.tool, approval.args),
      },
    );
    faultPoint('server.request_written');
    const outcome = checkedOutcome(ready.tool.name, await written);
    faultPoint('server.response_received');
    const delivered = await this.outbox.deliver(approval.id, outcomeEvent(outcome, call_id));
    if (delivered === 'stored') faultPoint('server.outcome_committed');
  }

  /**
   * The PC, the tool and the guard again, right before it is sent (design §5). The claim checks who
   * asked and decided, and by the hash that arguments and catalog are those that were validated.
   */
  private async recheck(approval: GateRecord): Promise<Ready | NotReady> {
    try {
      const ctx: CallContext = { principal: SYSTEM, door: approval.door, request_id: approval.id };
      const tool = knownTool(approval.tool);
      if (!tool) throw noSuchTool(approval.tool);
      const { record, live } = this.targets.find(ctx, tool, approval.agent_id);
      const verdict = await this.mirror.judge(tool.name, approval.args);
      if (verdict.blocked) throw new KennyError('blocked', verdict.message);
      const { agent_uid } = record;
      const target = { agent_uid, agent_key: live.agent_key, catalog: this.approvals.catalog };
      return { kind: 'ready', tool, target };
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      return { kind: 'not_ready', error: { code: error.code, message: error.message } };
    }
  }
}

function whyNotSent(error: unknown): CallError {
  if (error instanceof KennyError && error.code !== 'unavailable') {
    return { code: error.code, message: error.message };
  }
  const message = 'kenny could not store that it is sent; nothing ran, ask for it again';
  return { code: 'unavailable', message };
}
