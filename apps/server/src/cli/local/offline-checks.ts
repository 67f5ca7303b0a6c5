import { existsSync } from 'node:fs';
import { loadConfig, type AppConfig } from '../../config/index.js';
import { inspectDatabase, type DatabaseFacts } from '../../database/index.js';
import { SCHEMA } from '../../schema.js';
import type { Finding } from '../doctor/finding.js';
import type { CliIo } from '../io.js';
import { CliError } from '../problems.js';
import { startupTrouble } from './startup-words.js';

/** What only somebody at the data folder itself can see. Changes nothing there. */
export async function databaseFindings({ env, cwd }: CliIo): Promise<Finding[]> {
  try {
    const config = loadConfig(env, cwd);
    return [
      { check: 'settings', state: 'ok', says: 'every value is fine' },
      await database(config),
    ];
  } catch (error) {
    const trouble = startupTrouble(error);
    if (!(trouble instanceof CliError)) throw trouble;
    const check = trouble.code === 'bad_args' ? 'settings' : 'database';
    return [{ check, state: 'fail', says: trouble.message, exit: trouble.exit }];
  }
}

async function database({ dataDir, database: place }: AppConfig): Promise<Finding> {
  const check = 'database';
  const missing = [dataDir, ...(place.type === 'sqlite' ? [place.file] : [])].find(
    (path) => !existsSync(path),
  );
  if (missing !== undefined) {
    return { check, state: 'skip', says: `${missing} is not there; the first start makes it` };
  }
  return findingOf(await inspectDatabase({ dataDir, database: place }, SCHEMA));
}

function findingOf({ damage, warning, pending, newer, bytes }: DatabaseFacts): Finding {
  const check = 'database';
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  if (damage !== null) {
    const next = 'Keep a copy of the whole folder, then restore a backup.';
    return { check, state: 'fail', says: `damaged: ${damage}`, next };
  }
  if (newer.length > 0) {
    const says = `written by a newer kenny (${newer.join(', ')})`;
    return { check, state: 'fail', says, next: 'Start that version, or restore a backup.' };
  }
  if (pending.length > 0) {
    const says = `whole, ${size}, of an older kenny: the next start brings it up to date`;
    return { check, state: 'warn', says, next: 'Make a backup of the folder before that.' };
  }
  const says = `whole, ${size}, up to date`;
  if (warning !== null) {
    const next = 'Correct it in postgresql.conf, unless the data may be lost.';
    return { check, state: 'warn', says: `${says}; ${warning}`, next };
  }
  return { check, state: 'ok', says };
}
