import type { Clock } from '@kenny/kernel';
import { BrainFailure, ConversationEngine, ConversationError, type Brain } from '@kenny/session';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BootWrites, Writer } from '../database/index.js';
import { CLOCK, EventBus, KennyError } from '../kernel/index.js';
import { BRAIN } from './brain/index.js';
import { ChatErasure } from './store/chat-erasure.js';
import { ChatStore } from './store/chat-store.js';
import { storedEvent } from './store/stored-event.js';
import { ChatTools } from './turns/chat-tools.js';

/** The one conversation engine (design §1.3), with a brain for each kind of conversation. */
@Injectable()
export class ConversationHost implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ConversationHost.name);
  private readonly engine: ConversationEngine;
  private readonly leftOver: BootWrites;
  private readonly stopping = new AbortController();
  private readonly brains = new Map<string, Brain>();

  constructor(
    store: ChatStore,
    erasure: ChatErasure,
    tools: ChatTools,
    events: EventBus,
    writer: Writer,
    @Inject(BRAIN) brain: Brain,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.brains.set('chat', brain);
    this.engine = new ConversationEngine({
      ...{ store, tools, clock },
      brainOf: ({ kind }) => this.brains.get(kind) ?? nobody(kind),
      newId: () => randomUUID(),
      watch: ({ session, turns, events: told }) =>
        events.emit('chat.stepped', {
          session_id: session.id,
          events: told.map(storedEvent),
          turns: turns.map(({ id, status }) => ({ id, status })),
          deleted: session.deleted_at !== null,
          sensitive: session.sensitive,
          granted: session.granted,
          owner_id: session.owner_id,
        }),
      compacting: (news) => events.emit('chat.compacting', { ...news }),
      trouble: (what, error) => this.logger.error(`${what}: ${String(error)}`),
    });
    this.leftOver = new BootWrites('Conversations that an earlier run left', writer, async () => {
      await this.engine.start();
      await erasure.forgetRest();
    });
  }

  /** Aborted on shutdown: stop waiting for turns. */
  get ended(): AbortSignal {
    return this.stopping.signal;
  }

  /** Call before the server has started. */
  register(kind: string, brain: Brain): void {
    this.brains.set(kind, brain);
  }

  /** Runs after all modules have started, when leftover approvals have been recovered. */
  async onApplicationBootstrap(): Promise<void> {
    await this.leftOver.run();
  }

  /** The next start finds running turns interrupted; those waiting for a person keep waiting. */
  onModuleDestroy(): void {
    this.stopping.abort();
    this.engine.stop();
  }

  /** @throws KennyError with the engine's refusals; `unavailable` until what an earlier run left is done */
  async refusing<T>(act: (engine: ConversationEngine) => Promise<T>): Promise<T> {
    this.leftOver.refuse();
    try {
      return await act(this.engine);
    } catch (error) {
      if (error instanceof BrainFailure) throw new KennyError('unavailable', error.message);
      if (error instanceof ConversationError) {
        const { code, message, busy } = error;
        throw new KennyError(code, message, busy ? { busy } : undefined);
      }
      throw error;
    }
  }
}

function nobody(kind: string): Brain {
  const words = `nobody answers in conversations of the kind ${kind} on this server`;
  return { think: () => Promise.reject(new BrainFailure('unavailable', words)) };
}
