import type { ErrorCode } from '@kenny/contract/agent';

/** A refusal by the engine, with a code of the one table. */
export class ConversationError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** A turn or a compaction is at work: the same may work later. */
    readonly busy = false,
  ) {
    super(message);
    this.name = 'ConversationError';
  }
}
