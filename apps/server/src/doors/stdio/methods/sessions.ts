import type { RpcListSessions } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ChatService, OwnConversations, TurnReader, WorkInHand } from '../../../chat/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { Attachments } from '../attachments.js';
import type { RpcHandlers } from '../rpc-call.js';
import { unknown } from '../rpc-error.js';
import { Tidying } from '../tidying.js';
import { Transcripts } from '../transcripts.js';
import { sessionIn, sessionPath, sessionView, workspaceOf } from '../views/session-view.js';
import { asTree } from '../views/session-tree.js';

type Names =
  | 'sessions/create'
  | 'sessions/resume'
  | 'sessions/list'
  | 'sessions/rename'
  | 'sessions/delete'
  | 'sessions/close'
  | 'sessions/transcript';

const USUAL_PAGE = 20;
const LARGEST_PAGE = 500;
/** Of a list: one line. */
const FIRST_MESSAGE = 200;

/** Conversations: the operator's own, the same as on the dashboard. */
@Injectable()
export class SessionMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly chat: ChatService,
    private readonly turns: TurnReader,
    private readonly own: OwnConversations,
    work: WorkInHand,
    transcripts: Transcripts,
    attachments: Attachments,
    tidying: Tidying,
  ) {
    this.handlers = {
      'sessions/create': async ({ ctx }, { name, workspaceRoot }) => {
        const { agent_id, folder } = workspaceOf(workspaceRoot);
        return sessionView(await chat.create(ctx, { name: name ?? null, agent_id }), folder);
      },
      'sessions/resume': async ({ ctx }, { path, workspaceRoot }) => {
        const session = await this.named(ctx, path);
        return sessionView(session, workspaceOf(workspaceRoot).folder);
      },
      'sessions/list': ({ ctx }, params) => this.list(ctx, params),
      'sessions/rename': async ({ ctx }, { sessionId, name }) =>
        sessionView(await chat.rename(ctx, sessionId, name ?? '')),
      'sessions/delete': async ({ ctx, client }, { sessionId }) => {
        const { id } = await chat.own(ctx, sessionId);
        await attachments.removing(client, id, () =>
          chat.remove(ctx, id, { only_when_idle: true }),
        );
        return { deleted: true, path: sessionPath(id) };
      },
      'sessions/close': async ({ ctx, client }, { sessionId }) => {
        const { id } = await chat.own(ctx, sessionId);
        const { active, queue } = await work.of(id);
        // The newest first: none of them may begin while the others end.
        for (const turn of [...queue].reverse()) await chat.cancel(ctx, id, turn.id);
        if (active && active.status !== 'waiting') await chat.cancel(ctx, id, active.id);
        // The client that closes it hears of these ends; it follows nothing any more afterwards.
        await attachments.of(client, id)?.caughtUp();
        attachments.detach(client, id);
        await tidying.tidy(ctx, client, id);
        return { closed: true };
      },
      'sessions/transcript': async ({ ctx }, { sessionId }) => {
        const session = await chat.own(ctx, sessionId);
        return { session: sessionView(session), messages: await transcripts.of(session.id) };
      },
    };
  }

  private async named(ctx: CallContext, path: string) {
    const id = sessionIn(path);
    try {
      return await this.chat.own(ctx, id);
    } catch (error) {
      throw error instanceof KennyError ? unknown('session', id) : error;
    }
  }

  private async list(ctx: CallContext, { workspaceRoot, limit, cursor }: RpcListSessions) {
    const { agent_id } = workspaceOf(workspaceRoot);
    const wanted = Math.floor(limit ?? 0);
    const { sessions, next } = await this.own.page(ctx.principal, {
      ...{ agent_id, cursor: cursor ?? null },
      limit: wanted > 0 ? Math.min(wanted, LARGEST_PAGE) : USUAL_PAGE,
    });
    const first = await this.turns.firstMessages(sessions.map(({ id }) => id));
    const items = asTree(sessions).map(({ session, ...place }) => ({
      ...sessionView(session),
      ...place,
      firstMessage: oneLine(first.get(session.id)),
      messageCount: session.entries,
    }));
    return { sessions: items, nextCursor: next };
  }
}

function oneLine(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, FIRST_MESSAGE).toWellFormed();
}
