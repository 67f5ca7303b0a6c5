import type { Clock } from '@kenny/kernel';
import type { HandlerContext } from '../dispatch/handler.js';

/** Partial results are worth more than a timeout. */
const SHARE_OF_DEADLINE = 0.8;

/** Tells whether a call has to answer with what it has. @throws when the call was ended */
export function untilDeadline(clock: Clock, { signal, deadlineMs }: HandlerContext): () => boolean {
  const stopAt = clock.monotonic() + deadlineMs * SHARE_OF_DEADLINE;
  return () => {
    signal.throwIfAborted();
    return clock.monotonic() >= stopAt;
  };
}
