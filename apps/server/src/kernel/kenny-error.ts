import { ERRORS, httpStatusOf, type ErrorCode, type ErrorLevel } from '@kenny/contract';

/**
 * An expected failure with its code from the one table; everything else that is thrown is a fault
 * of ours and reaches the outside as `internal` without its text.
 */
export class KennyError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Readonly<Record<string, unknown>>,
    /** True when a PC said it: its `internal` is a bad gateway, not our fault. */
    readonly fromAgent = false,
  ) {
    super(message);
    this.name = 'KennyError';
  }

  get level(): ErrorLevel {
    return this.fromAgent ? 'info' : ERRORS[this.code].level;
  }

  get httpStatus(): number {
    return httpStatusOf(this.code, this.fromAgent);
  }
}
