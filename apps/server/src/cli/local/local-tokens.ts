import type { CreatedToken, CreateTokenBody } from '@kenny/contract';
import { TokensService, type Acting } from '../../auth/index.js';
import { KennyError, SYSTEM } from '../../kernel/index.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import { openedLocally } from './open-data-folder.js';

const ACTING: Acting = { principal: SYSTEM, door: 'cli', request_id: 'local' };

/**
 * Makes a token in the data folder itself, under its lock: for the day when no admin token is left.
 * Whoever may write the folder could do so anyway; the audit log says that it was done here.
 * @throws CliError, also when a server has the folder
 */
export async function createLocalToken(io: CliIo, body: CreateTokenBody): Promise<CreatedToken> {
  const folder = await openedLocally(io, 'A running server makes the token without --local.');
  try {
    return await folder.get(TokensService).create(ACTING, body);
  } catch (error) {
    throw error instanceof KennyError ? new CliError(error.code, error.message) : error;
  } finally {
    await folder.close();
  }
}
