import type { CompactionContent, Entry, EntryContent } from './records.js';

/** How much of a conversation stays before the brain as it was said. */
export interface CompactionSettings {
  /** Whether turns compact by themselves. */
  readonly enabled: boolean;
  /** Tokens kept free for the answer. */
  readonly reserve_tokens: number;
  /** Tokens at the end that are never summarised. */
  readonly keep_recent_tokens: number;
}

/** What is to be summarised, and where the conversation goes on as it was said. */
export interface CompactionPlan {
  readonly older: readonly Entry[];
  /** The beginning of the last turn, when that alone is too long. */
  readonly begun: readonly Entry[];
  /** The summary of what came before all that. */
  readonly previous: string | null;
  readonly firstKept: Entry;
  /** The message that began the last turn, which is kept although what followed it is not. */
  readonly message: Entry | null;
}

/** Tokens of an entry as the brain is told it; an estimate. */
export type TokensOf = (content: EntryContent) => number;

/** What stands before the brain: the last compaction, and all that is not summarised in it. */
export function liveEntries(entries: readonly Entry[]): readonly Entry[] {
  const compaction = entries.findLast(isCompaction);
  if (!compaction) return entries;
  const { first_kept_entry_id, message_entry_id } = compaction.content;
  const kept = entries.slice(entries.findIndex(({ id }) => id === first_kept_entry_id));
  const message = entries.filter(({ id }) => id === message_entry_id);
  return [compaction, ...message, ...kept.filter((entry) => !isCompaction(entry))];
}

/** As the brain counted them at its last answer, and an estimate of what followed. */
export function contextTokens(entries: readonly Entry[], tokensOf: TokensOf): number {
  const live = liveEntries(entries);
  const since = entries.findLast(isCompaction)?.number ?? 0;
  const at = live.findLastIndex(({ number, content }) => number > since && counted(content) > 0);
  const answer = live[at];
  return sum(live.slice(at + 1), tokensOf) + (answer ? counted(answer.content) : 0);
}

/** The conversation is too long for the next round. */
export function isFull(
  tokens: number,
  window: number,
  { enabled, reserve_tokens }: CompactionSettings,
): boolean {
  return enabled && tokens > window - Math.max(reserve_tokens, window / 10, LEAST_RESERVE);
}

const LEAST_RESERVE = 12_000;

/** Where to cut, or why there is nothing to cut: in words. */
export function planCompaction(
  entries: readonly Entry[],
  tokensOf: TokensOf,
  keep: number,
): CompactionPlan | string {
  const last = entries.at(-1);
  if (last && isCompaction(last)) return 'Already compacted';
  const live = liveEntries(entries);
  const [first] = live;
  const previous = first && isCompaction(first) ? first.content.summary : null;
  const rest = previous === null ? live : live.slice(1);
  const cut = sum(rest, tokensOf) > keep ? cutOf(rest, tokensOf, keep) : undefined;
  const firstKept = cut && rest[cut.at];
  if (!firstKept) return 'Nothing to compact';
  const { at, turn } = cut;
  const message = turn === null ? null : (rest[turn] ?? null);
  const older = rest.slice(0, turn ?? at);
  return { older, begun: turn === null ? [] : rest.slice(turn, at), previous, firstKept, message };
}

interface Cut {
  readonly at: number;
  /** The message of the turn that is cut in two. */
  readonly turn: number | null;
}

/** At a message, if what follows fits; else at an answer, never between calls and their results. */
function cutOf(rest: readonly Entry[], tokensOf: TokensOf, keep: number): Cut | undefined {
  const fits = fitting(rest, tokensOf, keep);
  const earliest = (role: 'user' | 'assistant', after: number): number =>
    rest.findIndex((entry, at) => at > after && at >= fits && entry.content.role === role);
  const message = earliest('user', 0);
  if (message > 0) return { at: message, turn: null };
  const lastMessage = rest.findLastIndex(({ content }) => content.role === 'user');
  const turn = lastMessage < 0 ? null : lastMessage;
  const answer = earliest('assistant', Math.max(0, lastMessage));
  if (answer > 0) return { at: answer, turn };
  // Not even the last answer with its results fits: it is kept all the same.
  const last = rest.findLastIndex(({ content }) => content.role === 'assistant');
  return last > Math.max(0, lastMessage) ? { at: last, turn } : undefined;
}

/** The first index from which all that follows is at most `keep` tokens. */
function fitting(rest: readonly Entry[], tokensOf: TokensOf, keep: number): number {
  let from = rest.length;
  for (let tokens = 0; from > 0; from -= 1) {
    const entry = rest[from - 1];
    tokens += entry ? tokensOf(entry.content) : 0;
    if (tokens > keep) break;
  }
  return from;
}

function isCompaction(entry: Entry): entry is Entry & { readonly content: CompactionContent } {
  return entry.content.role === 'compaction';
}

function counted(content: EntryContent): number {
  return content.role === 'assistant' ? (content.context_tokens ?? 0) : 0;
}

function sum(entries: readonly Entry[], tokensOf: TokensOf): number {
  return entries.reduce((all, { content }) => all + tokensOf(content), 0);
}
