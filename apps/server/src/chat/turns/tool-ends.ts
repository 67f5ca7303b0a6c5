import { saidNo, type ApprovalView } from '@kenny/contract';
import type { ToolEnd, ToolFault, ToolOutcome } from '@kenny/session';
import { cutToFit } from '../../model-tools/index.js';
import { CHAT_COST } from '../limits.js';

export function resultEnd(
  result: Readonly<Record<string, unknown>>,
  {
    call_id,
    agent_id,
    picture,
  }: { call_id: string | null; agent_id: string | null; picture: boolean },
): ToolEnd {
  if (picture && JSON.stringify(result).length > CHAT_COST.picture) {
    return errorEnd(
      { code: 'too_large', message: 'the picture is too large for a chat' },
      agent_id,
    );
  }
  const kept = picture ? result : cutToFit(result, CHAT_COST.result);
  return answered({ status: 'ok', result: kept, call_id, agent_id });
}

export function errorEnd(
  { code, message, details }: ToolFault,
  agent_id: string | null,
  call_id: string | null = null,
): ToolEnd {
  const status = code === 'denied' ? 'denied' : 'error';
  const error = { code, message, ...(details ? { details } : {}) };
  return answered({ status, error, call_id, agent_id });
}

/** How a change ended that a person had to decide about. */
export function endOf(approval: ApprovalView): ToolEnd {
  const { state, outcome, call_id, agent_id } = approval;
  const at = { call_id, agent_id };
  const error = outcome?.error ?? { code: 'internal', message: `the call ended as ${state}` };
  switch (state) {
    case 'done':
      return resultEnd(outcome?.result ?? {}, { ...at, call_id: call_id ?? '', picture: false });
    case 'denied':
      return answered({ status: 'denied', error: noFrom(approval, error), ...at });
    case 'cancelled':
      return answered({ status: 'denied', error: { ...error, code: 'denied' }, ...at });
    case 'expired':
      return answered({ status: 'expired', error, ...at });
    default:
      return answered({ status: 'error', error, ...at });
  }
}

/** With how long it ran, as the audit log has it. */
export function timed(end: ToolEnd, { sent_at, ended_at }: ApprovalView): ToolEnd {
  if (sent_at === null || ended_at === null) return end;
  const ran_ms = Math.max(0, Date.parse(ended_at) - Date.parse(sent_at));
  return { ...end, outcome: { ...end.outcome, ran_ms } };
}

function noFrom({ decisions }: ApprovalView, { code }: ToolFault): ToolFault {
  return { code, message: saidNo(decisions.at(-1)) };
}

function answered(outcome: ToolOutcome): ToolEnd {
  return { kind: 'answered', outcome };
}
