import { Injectable } from '@nestjs/common';
import { ChatService } from '../../chat/index.js';
import { KennyError, type CallContext } from '../../kernel/index.js';
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
    try {
      const remove = () => this.chat.remove(ctx, id, { only_when_idle: true });
      await this.attachments.removing(client, id, remove);
      return true;
    } catch (error) {
      // Somebody has just begun to use it.
      if (error instanceof KennyError && error.code === 'conflict') return false;
      throw error;
    }
  }
}
