import {
  ERRORS,
  EXIT_CODES,
  hintFor,
  isErrorCode,
  type ErrorCode,
  type ExitCode,
} from '@kenny/contract/client';

/** A failed command, with a message for people. */
export class CliError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly exit: ExitCode = ERRORS[code].exit,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Ctrl+C, SIGTERM, or nobody reads the output any more. */
export class Interrupted extends Error {}

/** Unknown codes of a newer server fall back to the HTTP status. */
export function exitOf(code: string, status = 500): ExitCode {
  if (isErrorCode(code)) return ERRORS[code].exit;
  if (status === 401 || status === 403) return EXIT_CODES.refused;
  return status === 400 || status === 422 ? EXIT_CODES.usage : EXIT_CODES.failed;
}

/** What to do next; undefined for codes of a newer server. */
export function hintOf(code: string): string | undefined {
  return isErrorCode(code) ? hintFor('cli', code) : undefined;
}

/** The system's reason for a file that cannot be used. */
export function fileReason(error: unknown): string {
  const code = codeOf(error);
  return FILE_REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const BROKEN_PIPE = ['EPIPE', 'EOF', 'ECONNRESET', 'EIO'];

/**
 * Why the result could not be written; nothing when the reader has just seen enough (`| head`).
 * @param unread - aborted with the system's error
 */
export function outputTrouble(unread: AbortSignal): CliError | undefined {
  const reason: unknown = unread.reason;
  if (!unread.aborted || BROKEN_PIPE.includes(codeOf(reason))) return undefined;
  return new CliError('internal', `Standard output cannot be written: ${fileReason(reason)}.`);
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'that is not allowed',
  EPERM: 'that is not allowed',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};
