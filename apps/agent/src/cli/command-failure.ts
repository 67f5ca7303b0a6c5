import { EXIT_CODES, type ExitCode } from '@kenny/contract/agent';

/** A command failed: the message for the person, and the exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    readonly lines: readonly string[],
    readonly exit: ExitCode = EXIT_CODES.failed,
  ) {
    super(lines.join('\n'));
  }
}
