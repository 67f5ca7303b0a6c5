import {
  TOOL_CALL_STATUSES,
  type ChatEventView,
  type ChatFault,
  type ChatPart,
  type ChatPicture,
  type ChatToolEvent,
  type ChatTurnView,
  type ToolCallStatus,
  type TurnEvent,
} from '@kenny/contract';
import type { PictureRef, TurnRecord, UserInput } from '@kenny/session';
import { iso, isObject, isoOrNull } from '@kenny/kernel';
import { isAgentId } from '../../model-tools/index.js';

/** Text and tool calls of a turn, for people. */
export interface TurnSummary {
  readonly assistant_text: string;
  readonly tool_events: ChatToolEvent[];
}

/**
 * Text and calls of one turn from its events. With `since`, only what happened after that event, and
 * all calls that have not ended.
 */
export function turnSummary(events: readonly TurnEvent[], since = 0): TurnSummary {
  const texts: string[] = [];
  const calls = new Map<string, { call: ChatToolEvent; changed: number }>();
  let pieces = '';
  for (const event of events) {
    const { type, sequence, payload } = event;
    if (type === 'assistantDelta' && sequence > since) pieces += textOf(payload['delta']);
    if (type === 'assistantMessage') {
      pieces = '';
      if (sequence > since) texts.push(textOf(payload['text']));
    }
    const id = textOf(payload['toolCallId']);
    const known = calls.get(id)?.call;
    if (type === 'toolCall') calls.set(id, { call: begunCall(id, event), changed: sequence });
    if (type === 'toolPending' && known) {
      calls.set(id, { call: { ...known, waited: true }, changed: sequence });
    }
    if (type === 'toolResult') {
      const call = endedCall(known ?? begunCall(id, event), event);
      calls.set(id, { call, changed: sequence });
    }
  }
  const told = [...calls.values()].filter(
    ({ call, changed }) => changed > since || call.duration_ms === null,
  );
  return {
    // A message that broke off has deltas only.
    assistant_text: [...texts, pieces].filter((text) => text !== '').join('\n\n'),
    tool_events: told.map(({ call }) => call),
  };
}

export function eventView({ at, payload, ...event }: TurnEvent): ChatEventView {
  return { ...event, at: iso(at), payload: { ...payload } };
}

export function turnView(turn: TurnRecord, events: readonly TurnEvent[]): ChatTurnView {
  const { id, number, status, input, error, usage } = turn;
  const said = [input, ...steeredIn(events)];
  const pictures = said.flatMap(({ images = [] }) => images.map(pictureView));
  return {
    ...{ id, number, status, message: input.text, ...turnSummary(events), parts: partsOf(events) },
    ...(pictures.length > 0 ? { pictures } : {}),
    error: error && { ...error },
    usage: { ...usage },
    created_at: iso(turn.created_at),
    started_at: isoOrNull(turn.started_at),
    finished_at: isoOrNull(turn.finished_at),
  };
}

/** Messages that joined the turn: this server wrote them. */
function steeredIn(events: readonly TurnEvent[]): UserInput[] {
  return events.flatMap(({ type, payload }) =>
    type === 'turnSteered' ? [payload['input'] as UserInput] : [],
  );
}

function pictureView({ id, mime_type, bytes, name }: PictureRef): ChatPicture {
  return { id, mime_type: mime_type as ChatPicture['mime_type'], bytes, name };
}

/** Parts of a turn in their order; complete texts only. */
function partsOf(events: readonly TurnEvent[]): ChatPart[] {
  const parts: ChatPart[] = [];
  const add = (kind: ChatPart['kind'], value: string): void => {
    if (value !== '') parts.push({ kind, value });
  };
  for (const { type, payload } of events) {
    if (type === 'assistantMessage') add('text', textOf(payload['text']));
    if (type === 'turnSteered') add('said', textOf(objectOf(payload['input'])['text']));
    if (type === 'toolCall') add('call', textOf(payload['toolCallId']));
  }
  return parts;
}

function begunCall(tool_call_id: string, { payload }: TurnEvent): ChatToolEvent {
  return {
    tool_call_id,
    tool: textOf(payload['toolName']),
    agent_id: agentOf(payload),
    args: objectOf(payload['args']),
    status: 'pending',
    duration_ms: null,
    call_id: null,
  };
}

function endedCall(call: ChatToolEvent, { payload }: TurnEvent): ChatToolEvent {
  const { result, error, callId, durationMs, ranMs } = payload;
  const ran_ms = wholeMs(ranMs);
  return {
    ...call,
    agent_id: agentOf(payload),
    status: statusOf(payload['status']),
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error: faultOf(error) }),
    duration_ms: wholeMs(durationMs) ?? 0,
    ...(ran_ms === undefined ? {} : { ran_ms }),
    call_id: typeof callId === 'string' ? callId : null,
  };
}

function wholeMs(value: unknown): number | undefined {
  return typeof value === 'number' ? Math.max(0, Math.round(value)) : undefined;
}

function statusOf(value: unknown): ToolCallStatus {
  return TOOL_CALL_STATUSES.find((status) => status === value) ?? 'error';
}

/** Never show a made-up id: the model may have invented it. */
function agentOf({ agentId }: TurnEvent['payload']): string | null {
  return isAgentId(agentId) ? agentId : null;
}

function faultOf(value: unknown): ChatFault {
  const { code, message, details } = objectOf(value);
  return {
    ...{ code: textOf(code), message: textOf(message) },
    ...(details === undefined ? {} : { details: objectOf(details) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}
