import {
  contextTokens,
  liveEntries,
  type ConversationRecord,
  type Entry,
  type EntryContent,
} from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { isPicture } from '../../model-tools/index.js';
import { Models, OperatorSettings } from '../../settings/index.js';
import { tokensOf } from '../brain/index.js';
import { SUMMARY_COST } from '../limits.js';
import { ChatStore } from '../store/chat-store.js';

/** How much of its model's room a conversation fills; an estimate. */
export interface ContextFigures {
  readonly tokens: number;
  readonly window: number;
}

export interface Figures {
  readonly userMessages: number;
  readonly assistantMessages: number;
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly summaries: number;
  /** Null with nothing said, or with pictures, whose tokens nobody can tell. */
  readonly context: ContextFigures | null;
}

/** What a conversation holds, also where it was copied from another one. */
@Injectable()
export class ConversationFigures {
  constructor(
    private readonly store: ChatStore,
    private readonly models: Models,
    private readonly settings: OperatorSettings,
  ) {}

  async of(session: ConversationRecord): Promise<Figures> {
    const entries = await this.store.entries(session.id);
    const count = (of: (content: EntryContent) => number): number =>
      entries.reduce((all, { content }) => all + of(content), 0);
    const ofRole = (role: EntryContent['role']): number =>
      count((content) => (content.role === role ? 1 : 0));
    return {
      ...{ userMessages: ofRole('user'), assistantMessages: ofRole('assistant') },
      toolCalls: count((content) => (content.role === 'assistant' ? content.calls.length : 0)),
      toolResults: count((content) => (content.role === 'tools' ? content.results.length : 0)),
      summaries: ofRole('compaction'),
      context: await this.context(session, entries),
    };
  }

  private async context(
    { model, owner_id }: ConversationRecord,
    entries: readonly Entry[],
  ): Promise<ContextFigures | null> {
    const live = liveEntries(entries);
    if (live.length === 0 || live.some(hasPicture)) return null;
    const { chat_model } = await this.settings.of(owner_id);
    const { context_window } = this.models.find(model ?? chat_model ?? this.models.default);
    return {
      tokens: contextTokens(entries, tokensOf),
      window: context_window || SUMMARY_COST.window,
    };
  }
}

function hasPicture({ content }: Entry): boolean {
  if (content.role === 'user') return (content.images?.length ?? 0) > 0;
  return content.role === 'tools' && content.results.some(({ tool }) => isPicture({ name: tool }));
}
