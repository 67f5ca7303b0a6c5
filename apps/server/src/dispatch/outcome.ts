import {
  check,
  describeIssues,
  isErrorCode,
  isToolName,
  WIRE_ERROR_CODES,
  type ApprovalView,
  type WireError,
} from '@kenny/contract';
import {
  LOST_CODES,
  type CallAnswer,
  type CallError,
  type GateRecord,
  type Outcome,
} from '@kenny/gate';
import { KennyError } from '../kernel/index.js';
import { answerOf, refusedResponse } from '../tunnel/index.js';

/** Outcome of a call as doors get it (design §1.4). Expected refusals are values. */
export type CallOutcome =
  RunOutcome | { readonly kind: 'approval'; readonly approval: ApprovalView };

/** Of a call that waits for nobody. */
export type RunOutcome =
  | { readonly kind: 'result'; readonly call_id: string; readonly result: Record<string, unknown> }
  | { readonly kind: 'refused'; readonly call_id: string; readonly error: RefusedError };

/** `from_agent`: the PC's `internal` is no fault of this server. */
export interface RefusedError extends WireError {
  from_agent?: boolean;
}

/** Checks a PC's answer against the tool's result schema and the codes a PC may use. */
export function checkedOutcome(tool: string, outcome: Outcome): Outcome {
  if (outcome.kind === 'refused' && outcome.from_agent) {
    return { ...outcome, error: inItsOwnCodes(outcome.error) };
  }
  if (outcome.kind !== 'result') return outcome;
  if (!isToolName(tool)) return refusedResponse('nobody knows its tool any more');
  const issues = check(`result:${tool}`, outcome.result);
  if (issues.length === 0) return outcome;
  return refusedResponse(`wrong shape: ${describeIssues(issues)}`);
}

/** For an answer that came outside its call; undefined when it is malformed. */
export function checkedAnswer(
  tool: string,
  frame: Parameters<typeof answerOf>[0],
): CallAnswer | undefined {
  const outcome = checkedOutcome(tool, answerOf(frame));
  return outcome.kind === 'lost' ? undefined : outcome;
}

const WIRE_CODES: ReadonlySet<string> = new Set(WIRE_ERROR_CODES);

/**
 * A PC must not use the server's codes: `unauthenticated` would log people out. Unknown codes are
 * those of newer agents and stay.
 */
function inItsOwnCodes({ code, message }: CallError): CallError {
  if (WIRE_CODES.has(code) || !isErrorCode(code)) return { code, message };
  return { code: 'exec_failed', message: `${code}: ${message}` };
}

export function callOutcome(call_id: string, outcome: Outcome): RunOutcome {
  switch (outcome.kind) {
    case 'result':
      return { kind: 'result', call_id, result: outcome.result };
    case 'refused':
      return { kind: 'refused', call_id, error: toError(outcome.error, outcome.from_agent) };
    case 'lost': {
      const { why, message } = outcome;
      return { kind: 'refused', call_id, error: toError({ code: LOST_CODES[why], message }, true) };
    }
  }
}

/** The outcome of an approved call that has run. */
export function storedOutcome({ id, call_id, outcome }: GateRecord): RunOutcome {
  const { error, result = {} } = outcome ?? {};
  const answer: CallAnswer = error
    ? { kind: 'refused', error, from_agent: true }
    : { kind: 'result', result };
  return callOutcome(call_id ?? id, answer);
}

/** Errors of newer agents keep their own code in `details.agent_code`. */
function toError({ code, message }: CallError, from_agent?: true): RefusedError {
  const origin = from_agent ? { from_agent } : {};
  if (isErrorCode(code)) return { code, message, ...origin };
  return { code: 'exec_failed', message, details: { agent_code: code }, ...origin };
}

/** An expected failure as a value. @throws anything else as it is */
export function refusalOf(error: unknown): RefusedError {
  if (!(error instanceof KennyError)) throw error;
  const { code, message, details, fromAgent: from_agent } = error;
  return { code, message, ...(details ? { details } : {}), ...(from_agent ? { from_agent } : {}) };
}
