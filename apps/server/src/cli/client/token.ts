import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError, codeOf, fileReason } from '../errors.js';
import type { CliIo } from '../io.js';

const LARGEST_FILE = 4096;
/** The form of a token. */
const TOKEN = /^[\x21-\x7e]{1,512}$/;

/**
 * The bearer token: KENNY_TOKEN, KENNY_TOKEN_FILE, else `~/.config/kenny/token`. Never an argument,
 * because every user of the machine can read those. @throws CliError in words
 */
export function readToken({ env, home, cwd }: Pick<CliIo, 'env' | 'home' | 'cwd'>): string {
  const direct = env['KENNY_TOKEN']?.trim();
  const named = env['KENNY_TOKEN_FILE']?.trim();
  if (direct && named) {
    throw new CliError(
      'bad_args',
      'KENNY_TOKEN and KENNY_TOKEN_FILE are both set; keep one of them.',
    );
  }
  if (direct) return checked(direct, 'KENNY_TOKEN');
  if (named) return fromFile(resolve(cwd, named), `KENNY_TOKEN_FILE ${named}`);
  return fromHome(tokenFile({ env, home }));
}

/** Default token file. */
export function tokenFile({ env, home }: Pick<CliIo, 'env' | 'home'>): string {
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'kenny', 'token');
}

function fromHome(file: string): string {
  try {
    return fromFile(file, file);
  } catch (error) {
    if (!(error instanceof CliError) || error.cause !== MISSING) throw error;
    throw new CliError(
      'unauthenticated',
      `There is no token: set KENNY_TOKEN, or write one into ${file} (chmod 600). An admin makes ` +
        'one with "kenny token create".',
    );
  }
}

/** The one failure for which `fromHome` has its own message. */
const MISSING = Symbol('missing');

function fromFile(file: string, source: string): string {
  try {
    return checked(readPrivate(file, source), source);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const trouble = new CliError('bad_args', `${source} cannot be read: ${fileReason(error)}.`);
    if (codeOf(error) === 'ENOENT') trouble.cause = MISSING;
    throw trouble;
  }
}

/** One handle for the check and the read: the file cannot be swapped in between. */
function readPrivate(file: string, source: string): string {
  const handle = openSync(file, 'r');
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new CliError('bad_args', `${source} is not a regular file.`);
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
      const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
      throw new CliError(
        'bad_args',
        `${source} can be read by others (mode ${mode}): run chmod 600 on it, and make a new token ` +
          'if somebody may have read this one.',
      );
    }
    if (stat.size > LARGEST_FILE)
      throw new CliError('bad_args', `${source} does not hold a token.`);
    return readFileSync(handle, 'utf8').trim();
  } finally {
    closeSync(handle);
  }
}

function checked(token: string, source: string): string {
  if (TOKEN.test(token)) return token;
  throw new CliError('bad_args', `${source} does not hold a token: one word of printable ASCII.`);
}
