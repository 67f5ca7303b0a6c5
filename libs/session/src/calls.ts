import { agentIdKey } from '@kenny/contract/agent';
import type { Draft } from './draft.js';
import type { ConversationInput, Thought, TurnApproval } from './inputs.js';
import type { CallState, ToolOutcome, ToolUse, TurnError, TurnRecord } from './records.js';
import { think } from './turn-life.js';

/** The calls of a thought, none of them started. */
export function readyCalls({ calls }: Thought): CallState[] {
  return calls.map(({ tool_call_id, tool, args }) => ({
    ...{ tool_call_id, tool, args },
    phase: 'ready',
    agent_id: null,
    approval_id: null,
    question: null,
    started_at: null,
    ended_at: null,
    outcome: null,
  }));
}

/**
 * The next call goes to the tools, one at a time and in the model's order: `select_agent` counts for
 * those behind it. When all are answered, they are answered together and the brain goes on.
 */
export function goOn(draft: Draft, turn: TurnRecord): void {
  const { calls } = turn;
  if (calls.some(({ phase }) => phase === 'running')) return;
  const next = calls.find(({ phase }) => phase === 'ready');
  if (next) return start(draft, turn, next);
  if (calls.some(({ phase }) => phase === 'waiting')) {
    if (turn.status !== 'waiting') draft.patch(turn, { status: 'waiting' });
    return;
  }
  answerAll(draft, turn);
  think(draft, turn);
}

function start(draft: Draft, turn: TurnRecord, call: CallState): void {
  const agent_id = targetOf(call) ?? draft.session.agent_id;
  const started_at = draft.moment.now;
  const started = draft.patchCall(turn, call, { phase: 'running', agent_id, started_at });
  draft.event(started, 'toolCall', { ...shown(call), args: call.args, agentId: agent_id });
  draft.effects.push({ type: 'call', turn_id: turn.id, tool_call_id: call.tool_call_id });
}

/** The call waits for a person; the calls after it go on. */
export function opened(
  draft: Draft,
  turn: TurnRecord,
  call: CallState,
  approval_id: string,
): TurnRecord {
  const waiting = draft.patch(draft.patchCall(turn, call, { phase: 'waiting', approval_id }), {
    approvals: [...turn.approvals, approval_id],
  });
  const { id: turn_id } = turn;
  draft.effects.push({ type: 'watch', turn_id, tool_call_id: call.tool_call_id, approval_id });
  const agentId = call.agent_id;
  return draft.event(waiting, 'toolPending', { ...shown(call), agentId, approvalId: approval_id });
}

/** A call has ended; the event says how. */
export function answered(
  draft: Draft,
  turn: TurnRecord,
  call: CallState,
  outcome: ToolOutcome,
): TurnRecord {
  const ended_at = draft.moment.now;
  const ended = draft.patchCall(turn, call, { phase: 'answered', ended_at, outcome });
  if (call.question) draft.effects.push({ type: 'reply_over', question_id: call.question.id });
  const { status, result, error, call_id, agent_id, ran_ms } = outcome;
  return draft.event(ended, 'toolResult', {
    ...shown(call),
    agentId: agent_id,
    status,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
    callId: call_id,
    approvalId: call.approval_id,
    durationMs: ended_at - (call.started_at ?? ended_at),
    ...(ran_ms === undefined ? {} : { ranMs: ran_ms }),
  });
}

/** Every call gets a result, however the turn ends: model APIs refuse a history without. */
export function closeCalls(
  draft: Draft,
  turn: TurnRecord,
  why: (call: CallState) => TurnError,
): TurnRecord {
  if (turn.calls.length === 0) return turn;
  let closing = turn;
  for (const call of turn.calls) {
    if (call.phase === 'answered') continue;
    const { agent_id } = call;
    const outcome: ToolOutcome = { status: 'error', error: why(call), call_id: null, agent_id };
    closing = answered(draft, closing, call, outcome);
  }
  answerAll(draft, closing);
  return draft.patch(closing, { calls: [] });
}

/** Unanswered questions, and approvals of calls that were running when the process ended. */
export function recoverCalls(
  draft: Draft,
  turn: TurnRecord,
  approvals: readonly TurnApproval[],
): TurnRecord {
  const linked = new Set(turn.approvals);
  let recovered = turn;
  for (const call of turn.calls) {
    const { tool_call_id, approval_id, question } = call;
    const of = { turn_id: turn.id, tool_call_id };
    if (call.phase === 'waiting' && approval_id !== null) {
      draft.effects.push({ type: 'watch', ...of, approval_id });
    }
    if (call.phase === 'waiting' && question) {
      const { id: question_id, answer_by } = question;
      draft.effects.push({ type: 'await_reply', ...of, question_id, answer_by });
    }
    if (call.phase !== 'running') continue;
    const found = approvals.find((one) => !linked.has(one.approval_id) && isAbout(one, call));
    if (found) {
      linked.add(found.approval_id);
      recovered = opened(draft, recovered, call, found.approval_id);
    }
  }
  return recovered;
}

export function callOf(
  turn: TurnRecord | null,
  { call }: Extract<ConversationInput, { type: 'opened' | 'answered' }>,
): CallState | undefined {
  if (turn?.id !== call.turn_id) return undefined;
  return turn.calls.find(({ tool_call_id }) => tool_call_id === call.tool_call_id);
}

function answerAll(draft: Draft, turn: TurnRecord): void {
  const results = turn.calls.flatMap(({ tool_call_id, tool, outcome }) =>
    outcome ? [{ tool_call_id, tool, outcome }] : [],
  );
  draft.append(turn, { role: 'tools', results });
}

function isAbout({ tool, agent_id, args }: TurnApproval, call: CallState): boolean {
  if (call.agent_id === null || agentIdKey(agent_id) !== agentIdKey(call.agent_id)) return false;
  return tool === call.tool && sameArgs(args, call.args);
}

/**
 * The approval's arguments have their defaults filled in. What they do not have was for the way
 * there, which PC and why: an argument that the tool does not know opens no approval.
 */
function sameArgs(frozen: TurnApproval['args'], asked: ToolUse['args']): boolean {
  return Object.entries(asked).every(
    ([name, value]) =>
      !Object.hasOwn(frozen, name) || JSON.stringify(frozen[name]) === JSON.stringify(value),
  );
}

function targetOf({ args }: ToolUse): string | null {
  return typeof args['agent_id'] === 'string' ? args['agent_id'] : null;
}

function shown({ tool_call_id, tool }: ToolUse) {
  return { toolCallId: tool_call_id, toolName: tool };
}
