import type { Brain, ConversationRecord, Requester, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import type { Acting } from '../auth/index.js';
import { ConversationHost } from './conversation-host.js';
import { requesterFrom } from './store/audit-row.js';
import { ChatReader, type PageLimit } from './store/chat-reader.js';
import { ChatStore } from './store/chat-store.js';

const KIND = 'task';

/** One thing that was said, by the person or by the agent. */
export interface Said {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * The conversations of external agents' tasks: turns of the same engine, with a brain of their own,
 * in no list of conversations. Whoever calls has judged who may.
 */
@Injectable()
export class TaskConversations {
  constructor(
    private readonly host: ConversationHost,
    private readonly store: ChatStore,
    private readonly reader: ChatReader,
  ) {}

  /** Once, before the server has started. */
  register(brain: Brain): void {
    this.host.register(KIND, brain);
  }

  /** Returns its id. */
  async create(fields: Pick<ConversationRecord, 'owner_id' | 'agents' | 'name'>): Promise<string> {
    const made = { ...fields, agent_id: null, kind: KIND };
    return (await this.host.refusing((engine) => engine.create(made))).id;
  }

  /** Returns the id of the turn. @throws KennyError `conflict` while one is at work */
  say(session_id: string, text: string, requester: Requester): Promise<string> {
    return this.host.refusing((engine) =>
      engine.message(session_id, { text, requester, only_when_idle: true }),
    );
  }

  /** Does nothing to a finished turn. */
  cancel(session_id: string, turn_id: string): Promise<void> {
    return this.host.refusing((engine) => engine.cancel(session_id, turn_id));
  }

  /** Resolves when the turn is over. @throws KennyError `not_found` */
  settled(turn_id: string): Promise<TurnRecord> {
    return this.host.refusing((engine) => engine.settled(turn_id));
  }

  turn(turn_id: string): Promise<TurnRecord | undefined> {
    return this.store.turn(turn_id);
  }

  /** The newest that was said, oldest first, within that limit of entries and characters. */
  async transcript(session_id: string, limit: PageLimit): Promise<Said[]> {
    const total = (await this.store.session(session_id))?.entries ?? 0;
    const from = Math.max(0, total - limit.events);
    const { entries } = await this.reader.history(session_id, from, limit);
    return entries.flatMap(({ content }) =>
      (content.role === 'user' || content.role === 'assistant') && content.text !== ''
        ? [{ role: content.role, text: content.text }]
        : [],
    );
  }

  /** With everything in it; a turn at work is cancelled. */
  erase(session_id: string, acting: Acting): Promise<void> {
    return this.host.refusing((engine) => engine.delete(session_id, requesterFrom(acting)));
  }
}
