import type { WireErrorCode } from '@kenny/contract/agent';

/**
 * How a handler says no: a code of the wire and a sentence for the person who asked. Whatever else a
 * handler throws becomes `internal` without its text.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';

  constructor(
    readonly code: WireErrorCode,
    message: string,
  ) {
    super(message);
  }
}
