import type { MemoryEntry } from '@kenny/contract';
import type { Entry } from '@kenny/session';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { setImmediate as nextTick } from 'node:timers/promises';
import { EventBus, type CallContext } from '../../kernel/index.js';
import { MemoryService, sameness } from '../../memory/index.js';
import { OperatorSettings } from '../../settings/index.js';
import { heardIn } from '../brain/index.js';
import { ChatService } from '../chat.service.js';
import { ChatStore } from '../store/chat-store.js';

/** Completed turns that wait to be looked through; more are left out. */
const MOST_WAITING = 100;

/** Lets the memory learn from an operator's own messages: after completed turns, or when asked to. */
@Injectable()
export class MemorySummaries implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(MemorySummaries.name);
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private stop = (): void => undefined;

  constructor(
    private readonly chat: ChatService,
    private readonly store: ChatStore,
    private readonly memory: MemoryService,
    private readonly settings: OperatorSettings,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.stop = this.events.on('chat.stepped', ({ session_id, owner_id, deleted, turns }) => {
      if (deleted) return;
      for (const { id, status } of turns) {
        if (status === 'completed') this.after(owner_id, session_id, id);
      }
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stop();
    await this.last;
  }

  /** Resolves when every turn that has completed so far was looked through. */
  idle(): Promise<unknown> {
    return this.last;
  }

  /**
   * Looks through a whole conversation of the caller's own.
   * @throws KennyError `not_found`; the signal's reason when it is aborted
   */
  async of(ctx: CallContext, sessionId: string, signal?: AbortSignal): Promise<MemoryEntry[]> {
    const { id, owner_id } = await this.chat.own(ctx, sessionId);
    return this.learn(owner_id, id, () => true, signal);
  }

  /** One at a time, behind what people wait for. */
  private after(ownerId: string, sessionId: string, turnId: string): void {
    if (this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    this.last = this.last
      .then(async () => {
        const { memory } = await this.settings.of(ownerId);
        if (!memory.enabled || !memory.auto_summary) return;
        await this.learn(ownerId, sessionId, ({ turn_id }) => turn_id === turnId);
      })
      .catch((error: unknown) => this.logger.error(`the memory did not learn: ${String(error)}`))
      .finally(() => (this.waiting -= 1));
  }

  private async learn(
    ownerId: string,
    sessionId: string,
    isMeant: (entry: Entry) => boolean,
    signal?: AbortSignal,
  ): Promise<MemoryEntry[]> {
    const session = await this.store.session(sessionId);
    const entries = await this.store.entries(sessionId);
    const messages = entries
      .filter(isMeant)
      .flatMap(({ content }) => (content.role === 'user' ? [content.typed ?? content.text] : []));
    const saidByOthers = (text: string) => isIn(text, entries, signal);
    const agent_id = session?.agent_id ?? null;
    signal?.throwIfAborted();
    return this.memory.summarise(ownerId, { messages, agent_id, saidByOthers });
  }
}

/** Whether a PC or the model said it, in whatever punctuation; others get their turn in between. */
async function isIn(
  text: string,
  entries: readonly Entry[],
  signal?: AbortSignal,
): Promise<boolean> {
  const looked = sameness(text);
  for (const said of othersIn(entries)) {
    if (sameness(said).includes(looked)) return true;
    await nextTick();
    signal?.throwIfAborted();
  }
  return false;
}

function* othersIn(entries: readonly Entry[]): Iterable<string> {
  for (const { content } of entries) if (content.role === 'assistant') yield content.text;
  for (const { texts } of heardIn(entries)) yield texts;
}
