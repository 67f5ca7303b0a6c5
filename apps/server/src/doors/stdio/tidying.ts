import { Injectable } from '@nestjs/common';
import { ChatService } from '../../chat/index.js';
import type { CallContext } from '../../kernel/index.js';
import { Attachments } from './attachments.js';
import type { RpcClient } from './rpc-call.js';

/** Deletes what an editor began and never used. */
@Injectable()
export class Tidying {
  constructor(
    private readonly chat: ChatService,
    private readonly attachments: Attachments,
  ) {}

  /** Whether it was removed. @throws KennyError `not_found` */
  async tidy(ctx: CallContext, client: RpcClient, sessionId: string): Promise<boolean> {
    const { id, name, turns, entries } = await this.chat.own(ctx, sessionId);
    const unused = name === null && turns === 0 && entries === 0;
    if (!unused || this.attachments.attachedByOthers(client, id)) return false;
    this.attachments.detach(client, id);
    await this.chat.remove(ctx, id);
    return true;
  }
}
