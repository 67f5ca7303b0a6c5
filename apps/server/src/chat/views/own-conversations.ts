import type { ConversationRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { cursorOf, placeOf } from '../../database/index.js';
import type { Principal } from '../../kernel/index.js';
import { mayRead } from '../access.js';
import { ChatReader } from '../store/chat-reader.js';

const BATCH = 200;

export interface OwnPage {
  readonly sessions: readonly ConversationRecord[];
  readonly next: string | null;
}

/** The conversations of one operator, for doors that show nobody else's. */
@Injectable()
export class OwnConversations {
  constructor(private readonly reader: ChatReader) {}

  /** Newest first. @throws KennyError `validation` for a cursor that is not of this list */
  async page(
    principal: Principal,
    { agent_id, limit, cursor }: { agent_id: string | null; limit: number; cursor: string | null },
  ): Promise<OwnPage> {
    const found: ConversationRecord[] = [];
    let before = cursor === null ? undefined : placeOf(cursor);
    for (let more = true; more && found.length <= limit;) {
      const rows = await this.reader.sessions({ owner_id: principal.id, before, limit: BATCH });
      const wanted = rows.filter(
        (session) =>
          mayRead(principal, session) && (agent_id === null || session.agent_id === agent_id),
      );
      found.push(...wanted);
      const last = rows.at(-1);
      before = last && { at: last.updated_at, id: last.id };
      more = rows.length === BATCH;
    }
    const sessions = found.slice(0, limit);
    const last = sessions.at(-1);
    const next =
      last && found.length > limit ? cursorOf({ at: last.updated_at, id: last.id }) : null;
    return { sessions, next };
  }
}
