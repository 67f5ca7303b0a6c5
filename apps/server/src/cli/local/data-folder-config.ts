import { existsSync } from 'node:fs';
import { loadConfig, restorePlace, type AppConfig } from '../../config/index.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';

/**
 * The server's configuration, for a command that works on the data folder itself: it makes none.
 * @throws CliError `not_found`, `conflict` while a restore is not done; StartupError for a configuration that is wrong
 */
export function dataFolderConfig({ env, cwd }: Pick<CliIo, 'env' | 'cwd'>): AppConfig {
  const config = loadConfig(env, cwd);
  if (existsSync(restorePlace(config.dataDir).journal)) {
    throw new CliError(
      'conflict',
      `A backup is being restored in ${config.dataDir}. Start kenny, which finishes that first.`,
    );
  }
  if (existsSync(config.dataDir)) return config;
  throw new CliError(
    'not_found',
    `There is no data folder ${config.dataDir}: set KENNY_DATA_DIR to the one of the server.`,
  );
}
