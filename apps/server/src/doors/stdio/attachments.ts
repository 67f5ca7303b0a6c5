import { RPC_LIMITS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ChatReader, ChatService, TurnReader, WorkInHand } from '../../chat/index.js';
import { CLOCK, EventBus, KennyError, type EventMap } from '../../kernel/index.js';
import { Attachment, type AttachmentSources } from './attachment.js';
import type { RpcCall, RpcClient } from './rpc-call.js';
import { compactionEvent } from './views/compaction-view.js';

/** Which sockets have which conversations attached. */
@Injectable()
export class Attachments {
  private readonly logger = new Logger('Rpc');
  private readonly bySession = new Map<string, Set<Attachment>>();
  private readonly sources: AttachmentSources;

  constructor(
    chat: ChatService,
    reader: ChatReader,
    turns: TurnReader,
    work: WorkInHand,
    events: EventBus,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.sources = { chat, reader, turns, work };
    events.on('chat.stepped', (step) => this.stepped(step));
    events.on('approval.changed', ({ approval, door }) => {
      if (approval.state === 'pending') return;
      for (const attachment of this.all()) attachment.decided(approval, door ?? null);
    });
    events.on('chat.compacting', (news) => {
      const event = compactionEvent(news, clock.now());
      for (const attachment of this.bySession.get(news.session_id) ?? []) {
        attachment.compacting(event);
      }
    });
  }

  /** @throws KennyError `not_found` for a place that there is not, `rate_limited` */
  async attach(
    { ctx, client, request }: RpcCall,
    { sessionId, after }: { sessionId: string; after?: string | null },
  ): Promise<{ last: string }> {
    const { reader } = this.sources;
    const others = this.all().filter((one) => one.client === client && one.sessionId !== sessionId);
    if (others.length >= RPC_LIMITS.sessions) {
      throw new KennyError(
        'rate_limited',
        `This socket has ${RPC_LIMITS.sessions} conversations attached; close some of them first.`,
      );
    }
    const last = await reader.lastPlace(sessionId);
    const position = await reader.positionOf(sessionId, after ?? last);
    this.detach(client, sessionId);
    const attachment: Attachment = new Attachment(
      ...([sessionId, client, ctx.principal, position, this.sources] as const),
      (error) => this.ended(attachment, error),
    );
    request.afterReply(attachment.hold());
    this.add(attachment);
    attachment.wake();
    if (!after) void this.askPending(attachment);
    return { last };
  }

  detach(client: RpcClient, sessionId: string): boolean {
    const own = this.of(client, sessionId);
    if (own) this.remove(own);
    return own !== undefined;
  }

  /** Whoever deletes a conversation is not told that it is gone. Stays attached when that fails. */
  async removing(client: RpcClient, sessionId: string, remove: () => Promise<void>): Promise<void> {
    const own = this.of(client, sessionId);
    if (own) own.leaving = true;
    try {
      await remove();
      this.detach(client, sessionId);
    } finally {
      if (own) own.leaving = false;
    }
  }

  /** The socket has closed. */
  leave(client: RpcClient): void {
    for (const attachment of this.all()) if (attachment.client === client) this.remove(attachment);
  }

  of(client: RpcClient, sessionId: string): Attachment | undefined {
    return [...(this.bySession.get(sessionId) ?? [])].find((one) => one.client === client);
  }

  attachedByOthers(client: RpcClient, sessionId: string): boolean {
    return [...(this.bySession.get(sessionId) ?? [])].some((one) => one.client !== client);
  }

  private async askPending(attachment: Attachment): Promise<void> {
    try {
      await attachment.askPending();
    } catch (error) {
      this.ended(attachment, error);
    }
  }

  private stepped({ session_id, events, deleted }: EventMap['chat.stepped']): void {
    for (const attachment of [...(this.bySession.get(session_id) ?? [])]) {
      if (deleted) {
        this.remove(attachment);
        if (attachment.leaving) continue;
        attachment.client.notify('session/updated', { sessionId: session_id, reason: 'deleted' });
        continue;
      }
      attachment.wake(events);
      if (events.length > 0) continue;
      attachment.client.notify('session/updated', { sessionId: session_id, reason: 'changed' });
    }
  }

  private ended(attachment: Attachment, error?: unknown): void {
    this.remove(attachment);
    if (error === undefined) return;
    this.logger.error('A conversation could not be followed.', error);
    const { sessionId, client } = attachment;
    client.notify('session/updated', { sessionId, reason: 'resync' });
  }

  private all(): Attachment[] {
    return [...this.bySession.values()].flatMap((set) => [...set]);
  }

  private add(attachment: Attachment): void {
    const set = this.bySession.get(attachment.sessionId) ?? new Set();
    this.bySession.set(attachment.sessionId, set.add(attachment));
  }

  private remove(attachment: Attachment): void {
    attachment.stop();
    const set = this.bySession.get(attachment.sessionId);
    set?.delete(attachment);
    if (set?.size === 0) this.bySession.delete(attachment.sessionId);
  }
}
