import type { RpcCompactSession, RpcCompaction, RpcForkSession } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ChatService } from '../../../chat/index.js';
import { KennyError } from '../../../kernel/index.js';
import { Attachments } from '../attachments.js';
import type { RpcCall, RpcHandlers } from '../rpc-call.js';
import { invalidParams, unknown } from '../rpc-error.js';
import { Transcripts } from '../transcripts.js';
import { compactionView } from '../views/compaction-view.js';
import { sessionView } from '../views/session-view.js';

type Names = 'sessions/clone' | 'sessions/fork' | 'sessions/forkMessages' | 'sessions/compact';

/** How clients of before named an entry: its place among the messages of the transcript. */
const ALIAS = 'message:';
/** Of a list: one line. */
const FORK_TEXT = 120;

/** Copies of conversations, and making long ones short. */
@Injectable()
export class BranchMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly chat: ChatService,
    private readonly transcripts: Transcripts,
    private readonly attachments: Attachments,
  ) {
    this.handlers = {
      'sessions/clone': async ({ ctx }, { sessionId }) =>
        sessionView(await chat.clone(ctx, sessionId)),
      'sessions/fork': (call, params) => this.fork(call, params),
      'sessions/forkMessages': async ({ ctx }, { sessionId }) => {
        const { id } = await chat.own(ctx, sessionId);
        const messages = (await transcripts.list(id)).flatMap(({ entry }) =>
          entry?.content.role === 'user'
            ? [{ entryId: entry.id, text: short(entry.content.text) }]
            : [],
        );
        return { messages };
      },
      'sessions/compact': (call, params) => this.compact(call, params),
    };
  }

  private async compact(
    { ctx, client, request: { signal } }: RpcCall,
    { sessionId, customInstructions }: RpcCompactSession,
  ): Promise<RpcCompaction> {
    const instructions = customInstructions ?? '';
    try {
      return compactionView(await this.chat.compact(ctx, sessionId, { instructions, signal }));
    } finally {
      // Its end is told before the answer.
      await this.attachments.of(client, sessionId)?.compactionsTold;
    }
  }

  private async fork({ ctx }: RpcCall, { sessionId, entryId }: RpcForkSession) {
    const { id } = await this.chat.own(ctx, sessionId);
    try {
      const entry = await this.entryOf(id, entryId);
      const { session, input } = await this.chat.fork(ctx, id, entry);
      const attachments = input.images.map(({ data, mime_type: mimeType, name }) => ({
        ...{ type: 'image', data, mimeType, ...(name ? { name } : {}) },
      }));
      return {
        ...{ session: sessionView(session), text: input.text, cancelled: false },
        ...(attachments.length > 0 ? { attachments } : {}),
      };
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      if (error.code === 'not_found') throw unknown('entry', entryId);
      throw error.code === 'bad_args' ? invalidParams(`Entry is not forkable: ${entryId}`) : error;
    }
  }

  /** @throws RpcError `invalid_params`, `unknown_entry` */
  private async entryOf(sessionId: string, entryId: string): Promise<string> {
    if (!entryId.startsWith(ALIAS)) return entryId;
    const place = entryId.slice(ALIAS.length);
    if (!/^\d{1,9}$/.test(place)) throw invalidParams(`Invalid entryId: ${entryId}`);
    const shown = (await this.transcripts.list(sessionId))[Number(place)];
    if (!shown) throw unknown('entry', entryId);
    if (!shown.entry) throw invalidParams(`Entry is not forkable: ${entryId}`);
    return shown.entry.id;
  }
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= FORK_TEXT ? line : `${line.slice(0, FORK_TEXT - 3).toWellFormed()}...`;
}
