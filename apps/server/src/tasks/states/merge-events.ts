import type { StoredTaskEvent } from '@kenny/contract';

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
  for (const event of events) {
    const key = keyOf(event);
    const place = key === undefined ? undefined : places.get(key);
    // A text that follows something else is another one.
    const at = isText(event) && place !== merged.length - 1 ? undefined : place;
    const before = at === undefined ? undefined : merged[at];
    const both = before && together(before, event, mostText);
    if (both && at !== undefined) {
      merged[at] = both;
      continue;
    }
    if (key === undefined || isText(event)) places.clear();
    if (key !== undefined) places.set(key, merged.length);
    merged.push(event);
  }
  return merged;
}

function keyOf(event: NewTaskEvent): string | undefined {
  if (event.type !== 'update') return undefined;
  const { sessionUpdate, messageId, toolCallId } = event.data;
  const from = event.agent_instance_id ?? '';
  if (CHUNKS.has(sessionUpdate)) {
    return textOf(event.data) === undefined
      ? undefined
      : `${from} ${sessionUpdate} ${String(messageId)}`;
  }
  if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update') {
    return typeof toolCallId === 'string' ? `${from} tool ${toolCallId}` : undefined;
  }
  return WHOLE.has(sessionUpdate) ? `${from} ${sessionUpdate}` : undefined;
}

function isText(event: NewTaskEvent): boolean {
  return event.type === 'update' && CHUNKS.has(event.data.sessionUpdate);
}

function together(
  before: NewTaskEvent,
  event: NewTaskEvent,
  mostText: number,
): NewTaskEvent | undefined {
  if (before.type !== 'update' || event.type !== 'update') return undefined;
  const { sessionUpdate } = event.data;
  if (CHUNKS.has(sessionUpdate)) {
    const text = `${textOf(before.data) ?? ''}${textOf(event.data) ?? ''}`;
    if (text.length > mostText) return undefined;
    return { ...before, data: { ...before.data, content: { type: 'text', text } } };
  }
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
