import type { INestApplicationContext } from '@nestjs/common';
import type { AppConfig } from '../../config/index.js';
import { KennyLogger } from '../../logging/index.js';
import { openDataFolder } from '../../restore/index.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import { dataFolderConfig } from './data-folder-config.js';
import { startupTrouble } from './startup-errors.js';

/** The data folder for a command, which tells what happens there; the caller closes. @throws StartupError */
export function openFolder(config: AppConfig, io: CliIo): Promise<INestApplicationContext> {
  return openDataFolder(config, {
    clock: io.clock,
    logger: new KennyLogger({ level: 'warn', format: 'human', stream: io.err }),
    tell: (words) => void io.err.write(`${words}\n`),
  });
}

/** The same of the server's own. @param otherwise - what to do while a server runs */
export async function openedLocally(
  io: CliIo,
  otherwise: string,
): Promise<INestApplicationContext> {
  try {
    return await openFolder(dataFolderConfig(io), io);
  } catch (error) {
    const trouble = startupTrouble(error);
    if (!(trouble instanceof CliError) || trouble.code !== 'conflict') throw trouble;
    throw new CliError('conflict', `${trouble.message} ${otherwise}`);
  }
}
