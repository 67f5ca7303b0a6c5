import type { Clock } from '@kenny/kernel';
import { copyOf, type ConversationRecord, type Copy, type UserInput } from '@kenny/session';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Writer } from '../../database/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { noConversation } from '../access.js';
import { CHAT_COST } from '../limits.js';
import { ChatEntryEntity } from './chat-entry.entity.js';
import { addConversation, addEntries, stateOf } from './chat-store.js';

/** A conversation that was forked, and the message before which it ends. */
export interface Forked {
  readonly session: ConversationRecord;
  readonly input: UserInput;
}

/** As `JSON.stringify` writes messages with pictures. */
const WITH_PICTURES = '{"role":"user"%"images":[{%';

/**
 * Copies conversations inside the database, in one transaction: a copy is what was stored at one
 * moment, also while a turn is at work, and none of it passes through this process.
 */
@Injectable()
export class ChatCopies {
  constructor(
    private readonly writer: Writer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws KennyError `not_found` */
  clone(id: string): Promise<ConversationRecord> {
    return this.writer.write(({ manager }) => this.copy(manager, id));
  }

  /** What came before a message. @throws KennyError `not_found`, `bad_args` for any other entry */
  fork(id: string, entryId: string): Promise<Forked> {
    return this.writer.write(async ({ manager }) => {
      const row = await manager.findOneBy(ChatEntryEntity, { session_id: id, id: entryId });
      if (!row) throw new KennyError('not_found', `there is no entry ${entryId} here`);
      const { role, ...input } = JSON.parse(row.content) as UserInput & { role: string };
      if (role !== 'user') {
        throw new KennyError('bad_args', `entry ${entryId} is not a message: fork before one`);
      }
      return { session: await this.copy(manager, id, row.number), input };
    });
  }

  private async copy(
    manager: EntityManager,
    from: string,
    before?: number,
  ): Promise<ConversationRecord> {
    const state = await stateOf(manager, from);
    if (!state || state.session.deleted_at !== null) throw noConversation(from);
    const moment = { now: this.clock.now(), newId: () => randomUUID() };
    const copy = copyOf(state, moment, before);
    await addConversation(manager, copy.session);
    await copyEntries(manager, from, copy);
    await addEntries(manager, copy.tail);
    await copyPictures(manager, from, copy.session.id);
    return copy.session;
  }
}

async function copyEntries(
  manager: EntityManager,
  from: string,
  { session, entries }: Copy,
): Promise<void> {
  const mark = marksOf(manager);
  for (let done = 0; done < entries; done += CHAT_COST.copiedAtOnce) {
    const last = Math.min(entries, done + CHAT_COST.copiedAtOnce);
    await manager.query(
      `INSERT INTO chat_entries (session_id, number, id, turn_id, at, content, words)
       SELECT CAST(${mark(1)} AS varchar), number, id, turn_id, at, content, words
       FROM chat_entries WHERE session_id = ${mark(2)} AND number > ${done} AND number <= ${last}`,
      [session.id, from],
    );
  }
}

/** Those that the copied messages name. */
async function copyPictures(manager: EntityManager, from: string, to: string): Promise<void> {
  const rows = await manager
    .createQueryBuilder(ChatEntryEntity, 'entry')
    .where('entry.session_id = :to AND entry.content LIKE :with', { to, with: WITH_PICTURES })
    .getMany();
  const ids = rows.flatMap(({ content }) => (JSON.parse(content) as UserInput).images ?? []);
  const mark = marksOf(manager);
  for (const { id } of ids) {
    await manager.query(
      `INSERT INTO chat_pictures (session_id, id, data)
       SELECT CAST(${mark(1)} AS varchar), id, data
       FROM chat_pictures WHERE session_id = ${mark(2)} AND id = ${mark(3)}`,
      [to, from, id],
    );
  }
}

/** How the values of a statement are numbered. */
function marksOf({ connection }: EntityManager): (number: number) => string {
  const sign = connection.options.type === 'postgres' ? '$' : '?';
  return (number) => `${sign}${number}`;
}
