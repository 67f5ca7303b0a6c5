import type { ChatToolEvent, ChatTurnView } from '@kenny/contract/web';
import { pictureName } from './payload';
import type { ShownCall, ShownPart, ShownTurn } from './shown-turn';

/** A turn as the server tells it in one piece. */
export function turnOfView(view: ChatTurnView): ShownTurn {
  const calls = new Map(view.tool_events.map((event) => [event.tool_call_id, callOf(event)]));
  return {
    id: view.id,
    status: view.status,
    asked: view.message,
    ...(view.pictures ? { pictures: view.pictures.map(pictureName) } : {}),
    ...(view.compacted_tokens === undefined ? {} : { compactedTokens: view.compacted_tokens }),
    askedAt: view.created_at,
    finishedAt: view.finished_at,
    sequence: null,
    parts: view.parts.flatMap((part, index) => partOf(part, `${index}`, calls)),
    cancelRequested: view.status === 'canceled',
    error: view.error,
    usage: view.usage,
    ...(view.cost ? { cost: view.cost } : {}),
  };
}

function partOf(
  { kind, value }: ChatTurnView['parts'][number],
  id: string,
  calls: ReadonlyMap<string, ShownCall>,
): ShownPart[] {
  if (kind === 'text') return [{ kind, id, text: value, open: false }];
  if (kind === 'said') return [{ kind, id, text: value }];
  const call = calls.get(value);
  return call ? [{ kind, id, call }] : [];
}

function callOf(event: ChatToolEvent): ShownCall {
  const { result, error, waited, ran_ms } = event;
  return {
    id: event.tool_call_id,
    tool: event.tool,
    agentId: event.agent_id,
    args: event.args,
    status: event.status,
    approvalId: null,
    question: null,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
    durationMs: event.duration_ms,
    ...(waited === undefined ? {} : { waited }),
    ...(ran_ms === undefined ? {} : { ranMs: ran_ms }),
    callId: event.call_id,
    startedAt: null,
  };
}
