import type { CreatedToken, CreateTokenBody } from '@kenny/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { TokensService, type Acting } from '../../auth/index.js';
import { SYSTEM } from '../../context/index.js';
import { KennyError } from '../../errors/index.js';
import type { CliIo } from '../io.js';
import { CliError } from '../problems.js';
import { dataFolderConfig } from './data-folder-config.js';
import { openDataFolder } from './open-data-folder.js';
import { startupTrouble } from './startup-words.js';

const ACTING: Acting = { principal: SYSTEM, door: 'cli', request_id: 'local' };

/**
 * Makes a token in the data folder itself, under its lock: for the day when no admin token is left.
 * Whoever may write the folder may do so anyhow; the record says that it was done here.
 * @throws CliError, also when a server has the folder
 */
export async function createLocalToken(io: CliIo, body: CreateTokenBody): Promise<CreatedToken> {
  const folder = await opened(io);
  try {
    return await folder.get(TokensService).create(ACTING, body);
  } catch (error) {
    throw error instanceof KennyError ? new CliError(error.code, error.message) : error;
  } finally {
    await folder.close();
  }
}

async function opened(io: CliIo): Promise<INestApplicationContext> {
  try {
    return await openDataFolder(dataFolderConfig(io), io);
  } catch (error) {
    const trouble = startupTrouble(error);
    if (!(trouble instanceof CliError) || trouble.code !== 'conflict') throw trouble;
    throw new CliError(
      'conflict',
      `${trouble.message} A running server makes the token without --local.`,
    );
  }
}
