import type { TurnEvent } from '@kenny/contract';
import {
  isOver,
  type Changes,
  type Entry,
  type ConversationRecord,
  type StoredPicture,
} from '@kenny/session';
import type { ConversationState, ConversationStore, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/index.js';
import { insertRows, Reads, storable, Writer } from '../../database/index.js';
import { CHAT_COST } from '../limits.js';
import { auditRow } from './audit-row.js';
import { ChatErasure } from './chat-erasure.js';
import { ChatPictureEntity } from './chat-picture.entity.js';
import { ChatSessionEntity } from './chat-session.entity.js';
import { ChatTurnEntity } from './chat-turn.entity.js';
import { modelEntries } from './model-entries.js';
import { storedEvent } from './stored-event.js';

const MOST_POSITIONS = 1_000;
const OPEN: TurnRecord['status'][] = ['queued', 'running', 'waiting'];

/** One transaction per step, durable before anybody is told. */
@Injectable()
export class ChatStore implements ConversationStore {
  /** Position of the last event of active conversations; this process is their only writer. */
  private readonly positions = new Map<string, number>();

  constructor(
    private readonly writer: Writer,
    private readonly reads: Reads,
    private readonly audit: AuditLog,
    private readonly erasure: ChatErasure,
  ) {}

  async create(session: ConversationRecord): Promise<void> {
    await this.writer.write(({ manager }) => addConversation(manager, session));
  }

  async session(id: string): Promise<ConversationRecord | undefined> {
    const row = await this.reads.manager.findOneBy(ChatSessionEntity, { id });
    return row ? sessionOf(row) : undefined;
  }

  load(sessionId: string): Promise<ConversationState | undefined> {
    return stateOf(this.reads.manager, sessionId);
  }

  async commit(changes: Changes): Promise<void> {
    const { session, turns, entries, events, pictures = [], audited } = changes;
    await this.writer.write(async (tx) => {
      const { manager } = tx;
      tx.onRollback(() => this.positions.delete(session.id));
      const before = this.positions.get(session.id) ?? (await lastPositionOf(manager, session.id));
      const last = before + events.length;
      await putTurns(manager, turns);
      await addPictures(manager, pictures);
      await addEntries(manager, entries);
      await addEvents(manager, events, before);
      await putConversation(manager, session, last);
      if (audited) await this.audit.append(tx, auditRow(session, audited));
      const isGone = session.deleted_at !== null && turns.every(isOver);
      tx.onCommit(() => {
        this.note(session.id, isGone ? null : last);
        if (isGone) this.erasure.forget(session.id);
      });
    });
  }

  entries(sessionId: string): Promise<readonly Entry[]> {
    return modelEntries(this.reads.manager, sessionId);
  }

  pictures(sessionId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return picturesOf(this.reads.manager, sessionId, ids);
  }

  async turn(turnId: string): Promise<TurnRecord | undefined> {
    const row = await this.reads.manager.findOneBy(ChatTurnEntity, { id: turnId });
    return row ? turnOf(row) : undefined;
  }

  async busy(): Promise<readonly string[]> {
    const rows = await this.reads.manager.find(ChatTurnEntity, {
      select: { id: true, session_id: true },
      where: { status: In(OPEN) },
    });
    return [...new Set(rows.map(({ session_id }) => session_id))];
  }

  private note(sessionId: string, position: number | null): void {
    this.positions.delete(sessionId);
    if (this.positions.size >= MOST_POSITIONS) this.positions.clear();
    if (position !== null) this.positions.set(sessionId, position);
  }
}

/** Without those that are not there. */
export async function picturesOf(
  manager: EntityManager,
  session_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await manager.findBy(ChatPictureEntity, { session_id, id: In([...ids]) });
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Undefined for a conversation that is not there. */
export async function stateOf(
  manager: EntityManager,
  id: string,
): Promise<ConversationState | undefined> {
  const row = await manager.findOneBy(ChatSessionEntity, { id });
  if (!row) return undefined;
  const rows = await manager.find(ChatTurnEntity, {
    where: { session_id: id, status: In(OPEN) },
    order: { number: 'ASC' },
  });
  const open = rows.map(turnOf);
  const queue = open.filter(({ status }) => status === 'queued');
  const [active = null] = open.filter(({ status }) => status !== 'queued');
  return { session: sessionOf(row), active, queue };
}

export async function addConversation(
  manager: EntityManager,
  session: ConversationRecord,
): Promise<void> {
  await manager.insert(ChatSessionEntity, { ...columnsOf(session), id: session.id, events: 0 });
}

// A step is written for every piece of text that a model says: statements of our own, because
// TypeORM's cost several times as much.

function putTurns(manager: EntityManager, turns: readonly TurnRecord[]): Promise<void> {
  return insertRows(
    manager,
    'chat_turns',
    ['id', 'session_id', 'number', 'status', 'record'],
    turns.map((turn) => [
      ...[turn.id, turn.session_id, turn.number, turn.status],
      JSON.stringify(turn),
    ]),
    '(id) DO UPDATE SET status = excluded.status, record = excluded.record',
  );
}

/** One statement for each: together they may be a hundred megabytes. */
async function addPictures(
  manager: EntityManager,
  pictures: readonly StoredPicture[],
): Promise<void> {
  for (const { session_id, id, data } of pictures) {
    await insertRows(
      manager,
      'chat_pictures',
      ['session_id', 'id', 'data'],
      [[session_id, id, data]],
    );
  }
}

export function addEntries(manager: EntityManager, entries: readonly Entry[]): Promise<void> {
  return insertRows(
    manager,
    'chat_entries',
    ['session_id', 'number', 'id', 'turn_id', 'at', 'content', 'words'],
    entries.map(({ session_id, number, id, turn_id, at, content }) => [
      ...[session_id, number, id, turn_id, at],
      ...[JSON.stringify(content), wordsOf(content)],
    ]),
  );
}

function addEvents(
  manager: EntityManager,
  events: readonly TurnEvent[],
  before: number,
): Promise<void> {
  return insertRows(
    manager,
    'chat_events',
    ['session_id', 'position', 'turn_id', 'sequence', 'at', 'type', 'payload'],
    events
      .map(storedEvent)
      .map(({ session_id, turn_id, sequence, at, type, payload }, index) => [
        ...[session_id, before + index + 1, turn_id, sequence, at, type],
        JSON.stringify(payload),
      ]),
  );
}

async function putConversation(
  manager: EntityManager,
  session: ConversationRecord,
  events: number,
): Promise<void> {
  const { agents, ...columns } = columnsOf(session);
  const row = { id: session.id, ...columns, agents: agents && JSON.stringify(agents), events };
  const names = Object.keys(row);
  const changed = names.slice(1).map((name) => `${name} = excluded.${name}`);
  await insertRows(
    manager,
    'chat_sessions',
    names,
    [Object.values(row)],
    `(id) DO UPDATE SET ${changed.join(', ')}`,
  );
}

/** Normalised for search, without characters that a database refuses. */
export function searchable(text: string): string {
  return storable(text.normalize('NFKC').toLowerCase(), CHAT_COST.words);
}

export function turnOf({ record }: ChatTurnEntity): TurnRecord {
  return JSON.parse(record) as TurnRecord;
}

export function sessionOf(row: ChatSessionEntity): ConversationRecord {
  const { id, owner_id, name, agent_id, agents, sensitive, granted, kind, parent_id } = row;
  const { created_at, updated_at, deleted_at, turns, entries, model, effort } = row;
  return {
    ...{ id, owner_id, name, agent_id, agents, sensitive, granted, kind, parent_id, model, effort },
    ...{ created_at, updated_at, deleted_at, turns, entries },
  };
}

function columnsOf(session: ConversationRecord): Omit<ChatSessionEntity, 'id' | 'events'> {
  const { owner_id, agent_id, agents, sensitive, granted, kind, parent_id, model, effort } =
    session;
  const { turns, entries, created_at, updated_at, deleted_at } = session;
  const name = deleted_at === null ? session.name : null;
  return {
    ...{ owner_id, name, agent_id, sensitive, granted, kind, parent_id, model, effort },
    ...{ turns, entries, created_at, updated_at, deleted_at },
    words: name === null ? null : searchable(name),
    agents: agents && [...agents],
  };
}

function wordsOf(content: Entry['content']): string | null {
  if (content.role === 'tools' || content.role === 'compaction') return null;
  return content.text === '' ? null : searchable(content.text);
}

async function lastPositionOf(manager: EntityManager, id: string): Promise<number> {
  const row = await manager.findOne(ChatSessionEntity, {
    select: { id: true, events: true },
    where: { id },
  });
  if (!row) throw new Error(`events of a conversation that is not there: ${id}`);
  return row.events;
}
