import { CHAT_BEGINNING, chatPlaceOf, type ChatState, type TurnEvent } from '@kenny/contract';
import type { CompactionContent, ConversationRecord, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTick } from 'node:timers/promises';
import { In, LessThan, Like, Not } from 'typeorm';
import { readSome, Reads, type RowPlace } from '../../database/index.js';
import { KennyError } from '../../kernel/index.js';
import { CHAT_COST } from '../limits.js';
import { ChatEntryEntity } from './chat-entry.entity.js';
import { ChatEventEntity } from './chat-event.entity.js';
import { historyEntry, type HistoryEntry, type HistoryPage } from './chat-history.js';
import { ChatSessionEntity } from './chat-session.entity.js';
import { picturesOf, searchable, sessionOf, turnOf } from './chat-store.js';
import { ChatTurnEntity } from './chat-turn.entity.js';

export interface ConversationFilter {
  /** Null = everybody's. */
  readonly owner_id: string | null;
  /** Searched in messages and names. */
  readonly q?: string | undefined;
  /** Last row of the previous page. */
  readonly before?: RowPlace | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly TurnEvent[];
  /** Of the last event; where the next page begins. */
  readonly position: number;
  /** There are more after these. */
  readonly cut: boolean;
}

export interface PageLimit {
  readonly events: number;
  readonly characters: number;
}

const PAGE: PageLimit = { events: CHAT_COST.eventPage, characters: CHAT_COST.eventPageCharacters };
/** As `JSON.stringify` begins them. */
const COMPACTIONS = '{"role":"compaction"%';
const ENTRY_COLUMNS = { place: 'entry.number', long: ['entry.content'] };
const COLUMNS = { place: 'event.position', long: ['event.payload'] };

/** Deltas; the complete text follows. */
const PIECES = ['assistantDelta', 'reasoningDelta'] as const;

/** Queries for people's views; the engine reads through `ChatStore`. */
@Injectable()
export class ChatReader {
  constructor(private readonly reads: Reads) {}

  /** Newest first, without those that were deleted, or are empty and have no name. */
  async sessions({
    owner_id,
    q,
    before,
    limit,
  }: ConversationFilter): Promise<ConversationRecord[]> {
    const query = this.reads.manager
      .createQueryBuilder(ChatSessionEntity, 'session')
      .where("session.deleted_at IS NULL AND session.kind = 'chat'")
      .andWhere('(session.name IS NOT NULL OR session.turns > 0 OR session.entries > 0)')
      .orderBy('session.updated_at', 'DESC')
      .addOrderBy('session.id', 'DESC')
      .limit(limit);
    if (owner_id !== null) query.andWhere('session.owner_id = :owner_id', { owner_id });
    if (before) {
      query.andWhere(
        '(session.updated_at < :at OR (session.updated_at = :at AND session.id < :id))',
        { ...before },
      );
    }
    if (q !== undefined) {
      query.andWhere(
        `(session.words LIKE :like ESCAPE '\\' OR EXISTS (
           SELECT 1 FROM chat_entries entry
           WHERE entry.session_id = session.id AND entry.words LIKE :like ESCAPE '\\'))`,
        { like: `%${searchable(q).replaceAll(/[\\%_]/g, '\\$&')}%` },
      );
    }
    return (await query.getMany()).map(sessionOf);
  }

  async states(sessionIds: readonly string[]): Promise<ReadonlyMap<string, ChatState>> {
    const rows = await this.reads.manager.find(ChatTurnEntity, {
      select: { id: true, session_id: true, status: true },
      where: { session_id: In([...sessionIds]), status: In(['running', 'waiting']) },
    });
    return new Map(
      rows.map(({ session_id, status }) => [session_id, status === 'waiting' ? status : 'running']),
    );
  }

  /** Newest first. */
  async turns(sessionId: string, before: number | undefined, limit: number): Promise<TurnRecord[]> {
    const rows = await this.reads.manager.find(ChatTurnEntity, {
      where: {
        session_id: sessionId,
        ...(before === undefined ? {} : { number: LessThan(before) }),
      },
      order: { number: 'DESC' },
      take: limit,
    });
    return rows.map(turnOf);
  }

  /** In order; `whole` leaves the deltas out. */
  async eventsOf(turnIds: readonly string[], whole = false): Promise<TurnEvent[]> {
    const rows = await this.reads.manager.find(ChatEventEntity, {
      where: {
        turn_id: In([...turnIds]),
        ...(whole ? { type: Not(In([...PIECES])) } : {}),
      },
      order: { session_id: 'ASC', position: 'ASC' },
    });
    return rows.map(eventOf);
  }

  /** Bounded by count and characters, but at least one event if there is one. */
  async eventsAfter(
    sessionId: string,
    position: number,
    { events, characters }: PageLimit = PAGE,
  ): Promise<EventPage> {
    const query = this.reads.manager
      .createQueryBuilder(ChatEventEntity, 'event')
      .where('event.session_id = :sessionId AND event.position > :position', {
        ...{ sessionId, position },
      });
    const { rows, more } = await readSome(query, COLUMNS, 'ASC', { rows: events, characters });
    return {
      events: rows.map(eventOf),
      position: rows.at(-1)?.position ?? position,
      cut: more,
    };
  }

  /**
   * What was said and done, in order, for transcripts and lists of messages; bounded like
   * `eventsAfter`. `after` is the number of the last entry that is known.
   */
  async history(sessionId: string, after = 0, limit: PageLimit = PAGE): Promise<HistoryPage> {
    const query = this.reads.manager
      .createQueryBuilder(ChatEntryEntity, 'entry')
      .where('entry.session_id = :sessionId AND entry.number > :after', { sessionId, after });
    const most = { rows: limit.events, characters: limit.characters };
    const { rows, more } = await readSome(query, ENTRY_COLUMNS, 'ASC', most);
    const entries: HistoryEntry[] = [];
    for (const row of rows) {
      entries.push(historyEntry(row));
      if (row.content.length > CHAT_COST.parsedAtOnce) await nextTick();
    }
    return { entries, next: more ? (rows.at(-1)?.number ?? null) : null };
  }

  /** Base64 by id, of pictures that messages name. */
  pictures(sessionId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return picturesOf(this.reads.manager, sessionId, ids);
  }

  /** Tokens that each compaction found, by the turn in or after which it was made. */
  async compactions(
    sessionId: string,
    turnIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await this.reads.manager.find(ChatEntryEntity, {
      where: { session_id: sessionId, turn_id: In([...turnIds]), content: Like(COMPACTIONS) },
    });
    const read = rows.map(({ turn_id, content }) => {
      const { tokens_before } = JSON.parse(content) as CompactionContent;
      return [turn_id, tokens_before] as const;
    });
    return new Map(read);
  }

  /** @throws KennyError `not_found` for a place that this conversation does not have */
  async positionOf(sessionId: string, place: string): Promise<number> {
    if (place === CHAT_BEGINNING) return 0;
    const [turn_id = '', last = ''] = place.split(':');
    const sequence = Number(last);
    const row = await this.reads.manager.findOne(ChatEventEntity, {
      where: { session_id: sessionId, turn_id, sequence: Math.max(1, sequence) },
    });
    if (!row) {
      throw new KennyError('not_found', `There is no event ${place} here; start at its beginning.`);
    }
    return sequence === 0 ? row.position - 1 : row.position;
  }

  /** Whether the model has asked that question in this conversation, at any time. */
  async hasAsked(sessionId: string, questionId: string): Promise<boolean> {
    const rows = await this.reads.manager.find(ChatEventEntity, {
      where: { session_id: sessionId, type: 'toolPending' },
    });
    return rows.map(eventOf).some(({ payload }) => isQuestion(payload['question'], questionId));
  }

  async lastPlace(sessionId: string): Promise<string> {
    const row = await this.reads.manager.findOne(ChatEventEntity, {
      where: { session_id: sessionId },
      order: { position: 'DESC' },
    });
    return row ? chatPlaceOf(row) : CHAT_BEGINNING;
  }
}

function isQuestion(question: unknown, id: string): boolean {
  if (typeof question !== 'object' || question === null || !('id' in question)) return false;
  return question.id === id;
}

export function eventOf({
  session_id,
  turn_id,
  sequence,
  at,
  type,
  payload,
}: ChatEventEntity): TurnEvent {
  return {
    ...{ session_id, turn_id, sequence, at, type },
    payload: JSON.parse(payload) as TurnEvent['payload'],
  };
}
