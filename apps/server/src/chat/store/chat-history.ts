import type {
  CompactionContent,
  Entry,
  EntryContent,
  ToolResult,
  ToolUse,
  UserInput,
} from '@kenny/session';
import { cutToFit } from '../../model-tools/index.js';
import { thinkingIn } from '../brain/raw-answer.js';
import { CHAT_COST } from '../limits.js';
import type { ChatEntryEntity } from './chat-entry.entity.js';

/** An entry of a conversation as a transcript shows it: pictures are named, long results cut. */
export type HistoryEntry = Pick<Entry, 'id' | 'number' | 'turn_id' | 'at'> & {
  readonly content: HistoryContent;
};

export type HistoryContent =
  | ({ readonly role: 'user' } & UserInput)
  | {
      readonly role: 'assistant';
      /** Each block of what the model thought, where its service shows it. */
      readonly thinking: readonly string[];
      readonly text: string;
      readonly calls: readonly ToolUse[];
    }
  | CompactionContent
  | { readonly role: 'tools'; readonly results: readonly ToolResult[] };

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** The number after which the next page begins; null = these were the last. */
  readonly next: number | null;
}

export function historyEntry({ id, number, turn_id, at, content }: ChatEntryEntity): HistoryEntry {
  return { id, number, turn_id, at, content: shown(JSON.parse(content) as EntryContent) };
}

function shown(content: EntryContent): HistoryContent {
  switch (content.role) {
    case 'user':
    case 'compaction':
      return content;
    case 'assistant': {
      const { raw, text, calls } = content;
      return { role: 'assistant', thinking: thinkingIn(raw), text, calls };
    }
    case 'tools':
      return { role: 'tools', results: content.results.map(cutResult) };
  }
}

function cutResult({ outcome, ...of }: ToolResult): ToolResult {
  if (outcome.result === undefined) return { ...of, outcome };
  return {
    ...of,
    outcome: { ...outcome, result: cutToFit(outcome.result, CHAT_COST.shownResult) },
  };
}
