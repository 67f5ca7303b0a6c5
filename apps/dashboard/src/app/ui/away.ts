import type { EventView } from '@kenny/contract/web';
import { SECOND_MS } from '@kenny/kernel';
import { tookWords } from '../core/facts/quantity';
import { absoluteTime, dateWords, exactClockWords } from '../core/time/relative';

/** Events of a connection, as the server notes them. */
const [ONLINE, OFFLINE] = ['agent.online', 'agent.offline'];

export interface LogEntry {
  readonly line: EventView;
  /** Of a PC that came back: how it had gone. */
  readonly gone: EventView | null;
}

/** A PC that went away and came back is told once, where it came back. @param lines - newest first */
export function withoutAbsences(lines: readonly EventView[]): LogEntry[] {
  const entries: LogEntry[] = [];
  const back = new Map<string, number>();
  for (const line of lines) {
    const { agent_id, event } = line;
    const at = back.get(agent_id ?? '');
    const came = at === undefined ? undefined : entries[at];
    if (agent_id !== null && (event === ONLINE || event === OFFLINE)) back.delete(agent_id);
    if (event === OFFLINE && came && at !== undefined) {
      entries[at] = { ...came, gone: line };
      continue;
    }
    if (agent_id !== null && event === ONLINE) back.set(agent_id, entries.length);
    entries.push({ line, gone: null });
  }
  return entries;
}

/** `Away for 1 min 20 s, from 11:12:26 PM`, with the date where that was another day. */
export function awayWords(gone: EventView, back: EventView): string {
  const [from, to] = [Date.parse(gone.at), Date.parse(back.at)];
  const seconds = Math.round((to - from) / SECOND_MS);
  const isSameDay = dateWords(from) === dateWords(to);
  const since = isSameDay ? exactClockWords(from) : absoluteTime(from);
  return `Away for ${tookWords(Math.max(1, seconds) * SECOND_MS)}, from ${since}.`;
}
