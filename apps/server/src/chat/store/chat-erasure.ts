import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { deleteSome, Reads, Writer, type Tx } from '../../database/index.js';
import { CHAT_COST } from '../limits.js';

const TABLES = ['chat_events', 'chat_entries', 'chat_pictures', 'chat_turns'] as const;

/**
 * Erases the messages of deleted conversations; the audit log keeps what was done. Works in small
 * jobs, so that other writes get in between.
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

  /** Starts the erasure; call once the deletion is committed. */
  forget(sessionId: string): void {
    this.last = this.last
      .then(() => this.erase(sessionId))
      .catch((error: unknown) => {
        const later = 'the next start goes on with it';
        this.logger.error(`a deleted conversation is still there, ${later}: ${String(error)}`);
      });
  }

  /** Resumes erasures that a shutdown interrupted. */
  async forgetRest(): Promise<void> {
    const left = TABLES.map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE session_id = s.id)`);
    const rows = await this.reads.manager.query<{ id: string }[]>(
      `SELECT s.id AS id FROM chat_sessions s
       WHERE s.deleted_at IS NOT NULL AND (${left.join(' OR ')})`,
    );
    for (const { id } of rows) this.forget(id);
  }

  /** Resolves when all erasures are done or given up. */
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
