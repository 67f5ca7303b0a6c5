import { ConfigError } from '../../config/index.js';
import { StartupError } from '../../kernel/index.js';
import { CliError, codeOf } from '../errors.js';

/** A failed start as an error for people, with its exit code. */
export function startupTrouble(error: unknown, place?: string): unknown {
  if (error instanceof ConfigError) return new CliError('bad_args', error.message);
  if (error instanceof StartupError) return new CliError('conflict', error.message);
  if (isFileTrouble(error)) {
    return new CliError('conflict', `A file that kenny needs cannot be used: ${error.message}.`);
  }
  const words = place === undefined ? undefined : LISTEN_WORDS[codeOf(error)];
  return words === undefined ? error : new CliError('conflict', `${place} ${words}`);
}

/** The system's message names the file. */
function isFileTrouble(error: unknown): error is Error {
  const ofSystem = error instanceof Error && 'syscall' in error;
  return ofSystem && FILE_TROUBLES.has(codeOf(error)) && LISTEN_WORDS[codeOf(error)] === undefined;
}

const FILE_TROUBLES: ReadonlySet<string> = new Set([
  ...['EDQUOT', 'EEXIST', 'EIO', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'],
]);

const LISTEN_WORDS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program: stop that one, or set KENNY_PORT.',
  EADDRNOTAVAIL: 'is not an address of this machine: correct KENNY_HOST.',
  EACCES: 'may not be opened by this user: set KENNY_PORT to 1024 or above.',
  ENOTFOUND: 'is a host name that this machine cannot resolve: correct KENNY_HOST.',
};
