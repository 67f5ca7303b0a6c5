import { KENNY_VERSION, MODEL_FAULTS } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ChatService } from '../../../chat/index.js';
import { ModelKey } from '../../../settings/index.js';
import { Attachments } from '../attachments.js';
import type { RpcHandlers } from '../rpc-call.js';
import { Tidying } from '../tidying.js';
import { sessionView } from '../views/session-view.js';

type Names = 'kenny/hello' | 'kenny/attach' | 'kenny/detach' | 'kenny/tidy';

/** What only `kenny rpc` and the server say to each other. */
@Injectable()
export class ConnectionMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(chat: ChatService, attachments: Attachments, tidying: Tidying, key: ModelKey) {
    this.handlers = {
      'kenny/hello': ({ ctx: { principal } }) => {
        const available = key.current() !== null;
        return {
          version: KENNY_VERSION,
          operator: { id: principal.id, name: principal.name },
          scope: principal.scope === 'admin' ? 'admin' : 'operator',
          decide: principal.decide,
          chat: { available, why: available ? null : MODEL_FAULTS.chat_unavailable },
        };
      },
      'kenny/attach': async (call, { sessionId, after }) => {
        const session = await chat.own(call.ctx, sessionId);
        const { last } = await attachments.attach(call, {
          sessionId: session.id,
          ...(after ? { after } : {}),
        });
        return { session: sessionView(session), last };
      },
      'kenny/detach': ({ client }, { sessionId }) => ({
        detached: attachments.detach(client, sessionId),
      }),
      'kenny/tidy': async ({ ctx, client }, { sessionId }) => ({
        removed: await tidying.tidy(ctx, client, sessionId),
      }),
    };
  }
}
