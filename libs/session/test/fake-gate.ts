import type { Clock } from '@kenny/kernel';
import type { ToolAnswer, ToolEnd, ToolRequest, Tools, TurnApproval } from '../src/index.js';

/** Asks the operator, and reaches no PC. */
export const ASK = 'ask';
export const ANSWER_TIME_MS = 60_000;

export const READS: readonly string[] = ['diag_processes', 'fs_read', 'select_agent'];

interface Approval extends TurnApproval {
  readonly turn_id: string;
  readonly tool_call_id: string;
  end: ToolEnd | undefined;
  readonly listeners: ((end: ToolEnd) => void)[];
}

/**
 * The gate and the PCs behind it: as durable as the store. It counts every time it is asked, so that
 * asking twice is seen. Reads wait until the test lets them go.
 */
export class FakeGate implements Tools {
  constructor(private readonly clock: Clock) {}

  readonly asked: string[] = [];
  readonly ran: string[] = [];
  readonly cancelled: string[] = [];
  readonly approvals: Approval[] = [];
  /** Reads at work: call one to let it end. */
  reads: (() => void)[] = [];
  /** Changes of which the approval is stored and the answer is under way. */
  opening: (() => void)[] = [];
  /** Reads end at once, approvals are told at once. */
  prompt = true;

  call({ turn, call }: ToolRequest): Promise<ToolAnswer> {
    const { tool_call_id, tool, args, agent_id } = call;
    this.asked.push(`${turn.id} ${tool_call_id}`);
    if (tool === ASK) return this.later(this.opening, this.question(args));
    if (agent_id === null) return Promise.resolve(refused('no_agent', 'name a PC'));
    if (READS.includes(tool)) {
      const end: ToolEnd = {
        ...{ kind: 'answered' as const },
        outcome: { status: 'ok', result: { of: tool_call_id }, call_id: 'c', agent_id },
        ...(tool === 'fs_read' ? { taints: `fs_read@${agent_id}` } : {}),
        ...(tool === 'select_agent' ? { selects: agent_id } : {}),
      };
      return this.later(this.reads, end);
    }
    const approval_id = `apr_${this.approvals.length + 1}`;
    this.approvals.push({
      ...{ approval_id, tool, args: toolsOwn(args), turn_id: turn.id, tool_call_id },
      // As it is written where it was added, not as the model spells it.
      agent_id: agent_id.toLowerCase(),
      ...{ end: undefined, listeners: [] },
    });
    return this.later(this.opening, { kind: 'opened', approval_id });
  }

  private question({ about = ['which one?'] }: { about?: string[] }): ToolAnswer {
    const questions = about.map((question) => ({ header: 'x', question }));
    return { kind: 'asked', questions, answer_by: this.clock.now() + ANSWER_TIME_MS };
  }

  private later<T>(list: (() => void)[], value: T): Promise<T> {
    if (this.prompt) return Promise.resolve(value);
    return new Promise((resolve) => list.push(() => resolve(value)));
  }

  outcome(approvalId: string): Promise<ToolEnd> {
    const approval = this.get(approvalId);
    if (approval.end) return Promise.resolve(approval.end);
    return new Promise((resolve) => approval.listeners.push(resolve));
  }

  cancel(approvalId: string): Promise<void> {
    const approval = this.get(approvalId);
    if (!approval.end) {
      this.cancelled.push(approvalId);
      this.finish(approval, refused('conflict', 'withdrawn'));
    }
    return Promise.resolve();
  }

  approvalsOf(turnId: string): Promise<readonly TurnApproval[]> {
    return Promise.resolve(this.approvals.filter(({ turn_id }) => turn_id === turnId));
  }

  open(): Promise<readonly Approval[]> {
    return Promise.resolve(this.approvals.filter(({ end }) => !end));
  }

  approve(approvalId: string): void {
    const approval = this.get(approvalId);
    if (approval.end) return;
    this.ran.push(approvalId);
    const { agent_id } = approval;
    this.finish(approval, {
      kind: 'answered',
      outcome: { status: 'ok', result: { ran: approvalId }, call_id: 'c', agent_id },
    });
  }

  deny(approvalId: string, reason: string): void {
    const approval = this.get(approvalId);
    if (approval.end) return;
    const { agent_id } = approval;
    const error = { code: 'denied', message: reason };
    this.finish(approval, {
      kind: 'answered',
      outcome: { status: 'denied', error, call_id: null, agent_id },
    });
  }

  /** The process has ended: nobody listens any more, the approvals are still there. */
  crash(): void {
    for (const { listeners } of this.approvals) listeners.splice(0);
    this.reads = [];
    this.opening = [];
  }

  get(approvalId: string): Approval {
    const found = this.approvals.find(({ approval_id }) => approval_id === approvalId);
    if (!found) throw new Error(`no approval ${approvalId}`);
    return found;
  }

  private finish(approval: Approval, end: ToolEnd): void {
    approval.end = end;
    for (const listener of approval.listeners.splice(0)) listener(end);
  }
}

/** What is frozen says nothing of the way there. */
function toolsOwn(args: TurnApproval['args']): TurnApproval['args'] {
  return Object.fromEntries(
    Object.entries(args).filter(([name]) => name !== 'agent_id' && name !== 'reason'),
  );
}

function refused(code: string, message: string): ToolEnd {
  return {
    kind: 'answered',
    outcome: { status: 'error', error: { code, message }, call_id: null, agent_id: null },
  };
}
