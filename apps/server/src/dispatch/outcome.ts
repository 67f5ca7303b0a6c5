import {
  check,
  describeIssues,
  isErrorCode,
  isToolName,
  WIRE_ERROR_CODES,
  type ApprovalView,
  type ResponseFrame,
  type ToolName,
  type WireError,
} from '@kenny/contract';
import type { CallAnswer, GateRecord } from '@kenny/gate';
import { KennyError } from '../kernel/index.js';
import type { TunnelOutcome } from '../tunnel/index.js';

/** What a call came to (design §1.4). Expected refusals are values. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly call_id: string; readonly result: Record<string, unknown> }
  | { readonly kind: 'approval'; readonly approval: ApprovalView }
  | { readonly kind: 'refused'; readonly call_id: string; readonly error: RefusedError };

/** `from_agent`: the PC said it, so its `internal` is not a fault of this server. */
export interface RefusedError extends WireError {
  from_agent?: boolean;
}

/** The answer of a PC, checked against the tool's result shape and the codes a PC may use. */
export function checkedOutcome(tool: ToolName, outcome: TunnelOutcome): TunnelOutcome {
  if (outcome.kind === 'error') return { kind: 'error', ...inItsOwnCodes(outcome) };
  if (outcome.kind !== 'result') return outcome;
  const issues = check(`result:${tool}`, outcome.result);
  if (issues.length === 0) return outcome;
  const message = `response refused: wrong shape: ${describeIssues(issues)}`;
  return { kind: 'lost', code: 'internal', message };
}

/** An answer that came outside its call, checked alike; undefined when it cannot be believed. */
export function checkedAnswer(
  tool: string,
  { ok, result = {}, error }: Pick<ResponseFrame, 'ok' | 'result' | 'error'>,
): CallAnswer | undefined {
  if (!ok) return { ok, error: inItsOwnCodes(error ?? SAID_NOTHING) };
  return isToolName(tool) && check(`result:${tool}`, result).length === 0
    ? { ok, result }
    : undefined;
}

const SAID_NOTHING = { code: 'internal', message: 'the PC gave no reason' };
const WIRE_CODES: ReadonlySet<string> = new Set(WIRE_ERROR_CODES);

/**
 * A PC must not speak as the server: with `unauthenticated` it would log people out. Codes that
 * nobody knows are those of newer agents and stay.
 */
function inItsOwnCodes({ code, message }: { code: string; message: string }) {
  if (WIRE_CODES.has(code) || !isErrorCode(code)) return { code, message };
  return { code: 'exec_failed', message: `${code}: ${message}` };
}

/** @throws never; errors of newer agents keep their own code in `details.agent_code`. */
export function toError(outcome: Exclude<TunnelOutcome, { kind: 'result' }>): RefusedError {
  if (outcome.kind === 'not_sent') return { code: outcome.code, message: outcome.message };
  if (outcome.kind === 'lost')
    return { code: outcome.code, message: outcome.message, from_agent: true };
  return fromAgent(outcome);
}

function fromAgent({ code, message }: { code: string; message: string }): RefusedError {
  if (isErrorCode(code)) return { code, message, from_agent: true };
  return { code: 'exec_failed', message, details: { agent_code: code }, from_agent: true };
}

/** The outcome of a call that has run, for whoever asked for it. */
export function handedOver({ id, call_id: sent, outcome }: GateRecord): CallOutcome {
  const call_id = sent ?? id;
  const { error, result } = outcome ?? {};
  if (error) return { kind: 'refused', call_id, error: fromAgent(error) };
  return { kind: 'result', call_id, result: result ?? {} };
}

/** An expected failure as a value; anything else is a fault and goes on as it is. */
export function refusalOf(error: unknown): RefusedError {
  if (!(error instanceof KennyError)) throw error;
  const { code, message, details, fromAgent: from_agent } = error;
  return { code, message, ...(details ? { details } : {}), ...(from_agent ? { from_agent } : {}) };
}
