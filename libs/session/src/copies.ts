import type { Moment } from './draft.js';
import type { ConversationRecord, ConversationState, Entry, ToolOutcome } from './records.js';

/** A conversation that begins with the entries of another one. */
export interface Copy {
  readonly session: ConversationRecord;
  /** How many entries of the other one it begins with. */
  readonly entries: number;
  /** What follows them, so that no call is without its answer. */
  readonly tail: readonly Entry[];
}

/**
 * Goes on from what is stored of a conversation: all of it, or what came before the entry with the
 * number `before`, which is a message. What could be read there keeps its marks: a copy is never
 * for more readers, and never about more PCs.
 */
export function copyOf(
  { session: from, active }: ConversationState,
  moment: Moment,
  before?: number,
): Copy {
  const entries = before === undefined ? from.entries : before - 1;
  const calls = before === undefined ? (active?.calls ?? []) : [];
  const id = moment.newId();
  const results = calls.map(({ tool_call_id, tool, agent_id, outcome }) => ({
    ...{ tool_call_id, tool, outcome: outcome ?? stillAtWork(agent_id) },
  }));
  const tail: Entry[] = [];
  if (active && calls.length > 0) {
    const place = { id: moment.newId(), session_id: id, turn_id: active.id, number: entries + 1 };
    tail.push({ ...place, at: moment.now, content: { role: 'tools', results } });
  }
  const session: ConversationRecord = {
    ...from,
    ...{ id, parent_id: from.id, turns: 0, entries: entries + tail.length },
    ...{ created_at: moment.now, updated_at: moment.now, deleted_at: null },
  };
  return { session, entries, tail };
}

function stillAtWork(agent_id: string | null): ToolOutcome {
  const message =
    'this call was at work when the conversation was copied; what became of it is known there only';
  return { status: 'error', error: { code: 'conflict', message }, call_id: null, agent_id };
}
