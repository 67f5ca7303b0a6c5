import { ERRORS } from '@kenny/contract';
import type { Logger } from '@nestjs/common';
import { KennyError } from '../../kernel/index.js';

/** Our levels as methods of Nest's logger. */
const NEST_LEVELS = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;

/**
 * Turns whatever was thrown into an error of the table, and logs it at that error's level; refusals
 * only while `mayTell`. `what` is the door and what was asked of it.
 */
export function expectedError(
  thrown: unknown,
  what: string,
  { logger, mayTell }: { logger: Logger; mayTell: () => boolean },
): KennyError {
  if (thrown instanceof KennyError) {
    if (thrown.level === 'error' || mayTell()) {
      logger[NEST_LEVELS[thrown.level]](`${what}: ${thrown.code}`);
    }
    return thrown;
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  logger.error(`${what} failed`, { stack });
  return new KennyError('internal', `Something went wrong here. ${ERRORS.internal.hint}`);
}
