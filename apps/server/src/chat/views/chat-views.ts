import {
  CAPS,
  type ChatSessionDetail,
  type ChatSessionList,
  type ChatSessionView,
  type ChatState,
  type ChatTurnView,
} from '@kenny/contract';
import { iso } from '@kenny/kernel';
import type { ConversationRecord, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { cursorOf, placeOf } from '../../database/index.js';
import { KennyError, type CallContext, type Principal } from '../../kernel/index.js';
import { mayRead } from '../access.js';
import { ChatApi } from '../chat-api.js';
import { ChatService } from '../chat.service.js';
import { ChatReader } from '../store/chat-reader.js';
import { ChatStore } from '../store/chat-store.js';
import { Costs } from '../usage/costs.js';
import { firstOf, PendingItems } from './pending-items.js';
import { turnView } from './turn-view.js';

/** Page size of the search for rows that may be shown. */
const BATCH = 200;

export interface ListRequest {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Conversations as lists and pages show them. */
@Injectable()
export class ChatViews {
  constructor(
    private readonly chat: ChatService,
    private readonly chatApi: ChatApi,
    private readonly store: ChatStore,
    private readonly reader: ChatReader,
    private readonly pending: PendingItems,
    private readonly costs: Costs,
  ) {}

  /** Newest first; admins see everybody's. */
  async list(principal: Principal, { q, limit, cursor }: ListRequest): Promise<ChatSessionList> {
    const owner_id = principal.scope === 'admin' ? null : principal.id;
    const found: ConversationRecord[] = [];
    let before = cursor === undefined ? undefined : placeOf(cursor);
    for (let more = true; more && found.length <= limit;) {
      const rows = await this.reader.sessions({ owner_id, q, before, limit: BATCH });
      found.push(...rows.filter((session) => mayRead(principal, session)));
      const last = rows.at(-1);
      before = last && { at: last.updated_at, id: last.id };
      more = rows.length === BATCH;
    }
    const shown = found.slice(0, limit);
    const states = await this.reader.states(shown.map(({ id }) => id));
    const last = shown.at(-1);
    return {
      items: shown.map((session) => viewOf(session, states.get(session.id))),
      next_cursor:
        last && found.length > limit ? cursorOf({ at: last.updated_at, id: last.id }) : null,
    };
  }

  async view(session: ConversationRecord): Promise<ChatSessionView> {
    return viewOf(session, (await this.reader.states([session.id])).get(session.id));
  }

  /** @throws KennyError `not_found`, `validation` for a cursor that is not of this list */
  async detail(
    ctx: CallContext,
    id: string,
    { limit, cursor }: Omit<ListRequest, 'q'>,
  ): Promise<ChatSessionDetail> {
    const session = await this.chat.readable(ctx, id);
    // Read first: an event in between is then repeated, never lost.
    const last_event = await this.reader.lastPlace(id);
    const turns = await this.reader.turns(id, turnBefore(cursor), limit + 1);
    const history = await this.shown(session, turns.slice(0, limit));
    const pending = await this.pending.of((await this.store.load(id))?.active);
    this.chatApi.noteShown(ctx.principal, id, pending);
    const oldest = history.at(-1);
    // It is summed over every turn: once, with the newest.
    const cost = cursor === undefined ? await this.costs.ofAll(session) : undefined;
    return {
      ...(await this.view(session)),
      ...{ pending: firstOf(pending), last_event, history },
      ...(cost === undefined ? {} : { cost }),
      next_cursor: oldest && history.length < turns.length ? String(oldest.number) : null,
    };
  }

  /** Stops at the page limit: a turn may hold megabytes of results. */
  private async shown(
    session: ConversationRecord,
    turns: readonly TurnRecord[],
  ): Promise<ChatTurnView[]> {
    const costs = await this.costs.ofEach(session, turns);
    const compactions = await this.reader.compactions(
      session.id,
      turns.map((turn) => turn.id),
    );
    const views: ChatTurnView[] = [];
    let bytes = 0;
    for (const [at, turn] of turns.entries()) {
      const cost = costs[at];
      const compacted_tokens = compactions.get(turn.id);
      const view = {
        ...turnView(turn, await this.reader.eventsOf([turn.id], true)),
        ...(compacted_tokens === undefined ? {} : { compacted_tokens }),
        ...(cost === undefined ? {} : { cost }),
      };
      bytes += JSON.stringify(view).length;
      if (bytes > CAPS.httpPageBytes && views.length > 0) break;
      views.push(view);
    }
    return views;
  }
}

function viewOf(session: ConversationRecord, state: ChatState = 'idle'): ChatSessionView {
  const { id, owner_id, name, agent_id, turns, parent_id, model, created_at, updated_at } = session;
  return {
    ...{ id, owner_id, name, agent_id, state, turns },
    ...(parent_id === null ? {} : { parent_id }),
    ...(model === null ? {} : { model }),
    ...{ created_at: iso(created_at), updated_at: iso(updated_at) },
  };
}

function turnBefore(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9][0-9]{0,8}$/.test(cursor)) return Number(cursor);
  throw new KennyError('validation', 'cursor: not one of this list; start again without it.');
}
