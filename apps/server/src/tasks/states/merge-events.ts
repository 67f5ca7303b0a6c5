import type { AcpUpdate, StoredTaskEvent } from '@kenny/contract';

/** An event that is not stored yet: without its number. */
export type NewTaskEvent = OmitSeq<StoredTaskEvent>;
type OmitSeq<E> = E extends StoredTaskEvent ? Omit<E, 'seq' | 'task_id'> : never;

type Data = Readonly<Record<string, unknown>>;

/** Updates that hold the whole of what they are about: the last one counts. */
const WHOLE = new Set([
  ...['plan', 'usage_update', 'available_commands_update', 'current_mode_update'],
  ...['config_option_update', 'session_info_update'],
]);
const CHUNKS = new Set(['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk']);

/**
 * What an agent said within one moment, in fewer events that mean the same: pieces of a text become
 * one, updates of a call are put together, of a plan the last one stays. Nothing else is touched,
 * and nothing passes a text.
 */
export function mergedEvents(events: readonly NewTaskEvent[], mostText: number): NewTaskEvent[] {
  const merged: NewTaskEvent[] = [];
  const places = new Map<string, number>();
  let at = 0;
  for (let event = events[at]; event; event = events[at]) {
    if (isText(event)) {
      const more = piecesBehind(event, events, at + 1, mostText);
      merged.push(more.length === 0 ? event : { ...event, data: joined(event.data, more) });
      places.clear();
      at += 1 + more.length;
      continue;
    }
    at += 1;
    const key = keyOf(event);
    const place = key === undefined ? undefined : places.get(key);
    const before = place === undefined ? undefined : merged[place];
    const both = before && together(before, event);
    if (both && place !== undefined) {
      merged[place] = both;
      continue;
    }
    if (key === undefined) places.clear();
    else places.set(key, merged.length);
    merged.push(event);
  }
  return merged;
}

type TextEvent = Extract<NewTaskEvent, { type: 'update' }>;

function isText(event: NewTaskEvent): event is TextEvent {
  return event.type === 'update' && CHUNKS.has(event.data.sessionUpdate);
}

/** The pieces of the same text that follow, as long as it may be. */
function piecesBehind(
  { data, agent_instance_id }: TextEvent,
  events: readonly NewTaskEvent[],
  from: number,
  mostText: number,
): string[] {
  const pieces: string[] = [];
  let length = textOf(data)?.length ?? Infinity;
  for (let at = from; at < events.length; at += 1) {
    const next = events[at];
    if (!next || !isText(next) || next.agent_instance_id !== agent_instance_id) break;
    const { sessionUpdate, messageId } = next.data;
    if (sessionUpdate !== data.sessionUpdate || messageId !== data['messageId']) break;
    const text = textOf(next.data);
    length += text?.length ?? Infinity;
    if (text === undefined || length > mostText) break;
    pieces.push(text);
  }
  return pieces;
}

function joined(data: AcpUpdate, more: readonly string[]): AcpUpdate {
  const text = [textOf(data), ...more].join('');
  return { ...data, content: { type: 'text', text } };
}

function keyOf(event: NewTaskEvent): string | undefined {
  if (event.type !== 'update') return undefined;
  const { sessionUpdate, toolCallId } = event.data;
  const from = event.agent_instance_id ?? '';
  if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update') {
    return typeof toolCallId === 'string' ? `${from} tool ${toolCallId}` : undefined;
  }
  return WHOLE.has(sessionUpdate) ? `${from} ${sessionUpdate}` : undefined;
}

function together(before: NewTaskEvent, event: NewTaskEvent): NewTaskEvent | undefined {
  if (before.type !== 'update' || event.type !== 'update') return undefined;
  const { sessionUpdate } = event.data;
  // A call that is announced anew is a new one.
  if (sessionUpdate === 'tool_call') return undefined;
  if (sessionUpdate === 'tool_call_update') {
    const data = { ...before.data, ...event.data, sessionUpdate: before.data.sessionUpdate };
    return { ...before, data };
  }
  return { ...event, at: before.at };
}

function textOf(data: Data): string | undefined {
  const { content } = data;
  if (typeof content !== 'object' || content === null) return undefined;
  const { type, text } = content as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : undefined;
}
