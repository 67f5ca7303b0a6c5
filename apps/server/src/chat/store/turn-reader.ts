import type { TurnEvent, TurnEventType } from '@kenny/contract';
import type { TurnError, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { readSome, Reads } from '../../database/index.js';
import { ChatEventEntity } from './chat-event.entity.js';
import { eventOf, type EventPage, type PageLimit } from './chat-reader.js';
import { turnOf } from './chat-store.js';
import { ChatTurnEntity } from './chat-turn.entity.js';

const COLUMNS = { place: 'event.sequence', long: ['event.payload'] };

/** Queries about single turns, for doors that name them. */
@Injectable()
export class TurnReader {
  constructor(private readonly reads: Reads) {}

  async turn(id: string): Promise<TurnRecord | undefined> {
    const row = await this.reads.manager.findOneBy(ChatTurnEntity, { id });
    return row ? turnOf(row) : undefined;
  }

  /** In order, after that number; bounded by count and characters, but at least one. */
  async eventsAfter(
    turnId: string,
    sequence: number,
    { events: rows, characters }: PageLimit,
  ): Promise<Omit<EventPage, 'position'>> {
    const query = this.reads.manager
      .createQueryBuilder(ChatEventEntity, 'event')
      .where('event.turn_id = :turnId AND event.sequence > :sequence', { turnId, sequence });
    const page = await readSome(query, COLUMNS, 'ASC', { rows, characters });
    return { events: page.rows.map(eventOf), cut: page.more };
  }

  /** In order, only of these types. */
  async eventsOfTypes(turnId: string, types: readonly TurnEventType[]): Promise<TurnEvent[]> {
    const rows = await this.reads.manager.find(ChatEventEntity, {
      where: { turn_id: turnId, type: In([...types]) },
      order: { sequence: 'ASC' },
    });
    return rows.map(eventOf);
  }

  /** Why turns of a conversation failed, by their id. */
  async failures(sessionId: string): Promise<ReadonlyMap<string, TurnError>> {
    const rows = await this.reads.manager.findBy(ChatTurnEntity, {
      ...{ session_id: sessionId, status: 'failed' },
    });
    return new Map(rows.map(turnOf).flatMap(({ id, error }) => (error ? [[id, error]] : [])));
  }

  /** What was said first in each of these conversations. */
  async firstMessages(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.reads.manager.find(ChatTurnEntity, {
      where: { session_id: In([...sessionIds]), number: 1 },
    });
    return new Map(rows.map((row) => [row.session_id, turnOf(row).input.text]));
  }
}
