import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { StartupError } from '../kernel/index.js';
import { reasonOf } from './read-env.js';
import { markPrivate } from './secret-files.js';

/**
 * Makes the data folder: mode 0700 and the marker that hides it from every read tool. Called by
 * whoever opens the folder (server, offline commands), before anything else lies in it.
 * @throws StartupError when the folder cannot be private.
 */
export function prepareDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  if (folder === dirname(folder) || folder === resolve(homedir())) {
    throw new StartupError(`KENNY_DATA_DIR ${folder} must be a folder of its own`);
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid } = statSync(folder);
    if (process.getuid && uid !== process.getuid()) {
      throw new Error('it belongs to another user; start kenny as that user');
    }
    chmodSync(folder, 0o700);
    markPrivate(folder, 0o600);
  } catch (error) {
    throw new StartupError(`KENNY_DATA_DIR ${folder} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
