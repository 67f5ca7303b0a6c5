import { existsSync } from 'node:fs';
import { loadConfig, type AppConfig } from '../../config/index.js';
import {
  DEVELOPMENT_VERSION,
  inspectDatabase,
  rebuildSqlite,
  type DatabaseFacts,
} from '../../database/index.js';
import { SCHEMA } from '../../schema.js';
import type { Finding } from '../doctor/finding.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import { startupTrouble } from './startup-errors.js';

/**
 * What only somebody at the data folder itself can see.
 * @param mayRebuild - asked about a damaged file; nothing is changed without its yes
 */
export async function databaseFindings(
  { env, cwd, clock }: CliIo,
  mayRebuild: (damage: string) => Promise<boolean>,
): Promise<Finding[]> {
  try {
    const config = loadConfig(env, cwd);
    return [
      { check: 'settings', state: 'ok', says: 'every value is fine' },
      await database(config, mayRebuild, clock.now()),
    ];
  } catch (error) {
    const trouble = startupTrouble(error);
    if (!(trouble instanceof CliError)) throw trouble;
    const check = trouble.code === 'bad_args' ? 'settings' : 'database';
    return [{ check, state: 'fail', says: trouble.message, exit: trouble.exit }];
  }
}

async function database(
  { dataDir, database: place }: AppConfig,
  mayRebuild: (damage: string) => Promise<boolean>,
  now: number,
): Promise<Finding> {
  const check = 'database';
  const missing = [dataDir, ...(place.type === 'sqlite' ? [place.file] : [])].find(
    (path) => !existsSync(path),
  );
  if (missing !== undefined) {
    return { check, state: 'skip', says: `${missing} is not there; the first start makes it` };
  }
  const facts = await inspectDatabase({ dataDir, database: place }, SCHEMA);
  if (facts.damage === null || place.type !== 'sqlite' || !(await mayRebuild(facts.damage))) {
    return findingOf(facts);
  }
  return rebuilt(dataDir, place.file, now);
}

async function rebuilt(dataDir: string, file: string, now: number): Promise<Finding> {
  const check = 'database';
  try {
    const kept = await rebuildSqlite(dataDir, file, now);
    const next = 'Run "kenny audit verify --local" before the next start, and look at that disk.';
    return { check, state: 'warn', says: `made anew from its rows; the old one: ${kept}`, next };
  } catch (error) {
    const says = `cannot be repaired, rows themselves are damaged: ${String(error)}`;
    return { check, state: 'fail', says, next: 'Restore a backup.' };
  }
}

function findingOf({ damage, warning, pending, unreleased, newer, bytes }: DatabaseFacts): Finding {
  const check = 'database';
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  if (damage !== null) {
    const next =
      'Keep a copy of the whole folder. Where only indexes are damaged, "kenny doctor --offline ' +
      '--fix" makes the database anew from its rows; else restore a backup.';
    return { check, state: 'fail', says: `damaged: ${damage}`, next };
  }
  if (newer.length > 0) {
    const says = `written by a newer kenny (${newer.join(', ')})`;
    return { check, state: 'fail', says, next: 'Start that version, or restore a backup.' };
  }
  if (unreleased.length > 0) {
    const { what, next } = DEVELOPMENT_VERSION;
    return { check, state: 'fail', says: `${what} (last change: ${unreleased.at(-1)})`, next };
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
