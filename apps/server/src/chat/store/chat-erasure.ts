import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { deleteSome, Reads, Writer, type Tx } from '../../database/index.js';
import { CHAT_COST } from '../limits.js';
import { ChatSessionEntity } from './chat-session.entity.js';
import { ChatTurnEntity } from './chat-turn.entity.js';

/** Turns go last: as long as there is one, what a stop has left is found again. */
const TABLES = ['chat_events', 'chat_entries', 'chat_turns'] as const;

/**
 * What was said in deleted conversations goes; what was done stays in the audit. Each piece is a job
 * of its own, so that other writes come in between. Nobody finds a conversation meanwhile.
 */
@Injectable()
export class ChatErasure implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ChatErasure.name);
  private last = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly writer: Writer,
    private readonly reads: Reads,
  ) {}

  /** Begins to; call it once the deletion is stored. */
  forget(sessionId: string): void {
    this.last = this.last
      .then(() => this.erase(sessionId))
      .catch((error: unknown) => {
        const later = 'the next start goes on with it';
        this.logger.error(`a deleted conversation is still there, ${later}: ${String(error)}`);
      });
  }

  /** What a stop has left of conversations that were deleted before. */
  async forgetRest(): Promise<void> {
    const rows = await this.reads.manager
      .createQueryBuilder(ChatTurnEntity, 'turn')
      .innerJoin(ChatSessionEntity, 'session', 'session.id = turn.session_id')
      .select('DISTINCT turn.session_id', 'id')
      .where('session.deleted_at IS NOT NULL')
      .getRawMany<{ id: string }>();
    for (const { id } of rows) this.forget(id);
  }

  /** Resolves when everything that was to go is gone, or given up. */
  idle(): Promise<void> {
    return this.last;
  }

  beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    return this.idle();
  }

  private async erase(sessionId: string): Promise<void> {
    for (const table of TABLES) {
      const piece = ({ manager }: Tx) =>
        deleteSome(manager, { table, column: 'session_id' }, sessionId, CHAT_COST.erasedAtOnce);
      while (!this.stopping && (await this.writer.write(piece)));
    }
  }
}
