import type { WireErrorCode } from '@kenny/contract/agent';

/**
 * A handler's refusal: a wire code and a sentence for the requester. Anything else a handler throws
 * becomes `internal` without its text.
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
