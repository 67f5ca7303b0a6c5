import { statfsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { postgresPlace } from '../config/index.js';
import { KennyError, StartupError } from '../kernel/index.js';
import { troubleOf, troubleTold, TROUBLE_WORDS, type DatabaseTrouble } from './database-trouble.js';
import type { DatabaseConfig } from './opening.js';

/** What SQLite needs for `-shm`, and some. */
const LEAST_ROOM_BYTES = 64 * 1024;

/** What a person does before the next try; nobody waits, as a running server does. */
const BEFORE_THE_NEXT_START: Readonly<Record<DatabaseTrouble, string>> = {
  full: 'Make room there, then start again.',
  locked: 'Close it (a database tool, a backup), then start again.',
  read_only: 'Check the rights of its files and how its disk is mounted.',
  io: 'Check that disk, its quota and the rights of the folder.',
  corrupt:
    'Keep a copy of the whole data folder, then run "kenny doctor --offline": it says whether this ' +
    'can be repaired or a backup has to be restored.',
  not_a_database: 'Keep a copy of the whole data folder, then restore a backup.',
  away: 'Is it running, and is KENNY_DATABASE_URL right?',
};

/** What the operator knows the database by. */
export function shownDatabase(database: DatabaseConfig['database']): string {
  return database.type === 'sqlite' ? database.file : postgresPlace(database.url).shown;
}

/**
 * A start that its database keeps from going on, in words; any other error as it is.
 * @param shown - what the operator knows the database by
 */
export function inStartWords(error: unknown, shown: string): unknown {
  if (error instanceof StartupError) return error;
  // The writer's refusals say that the server goes on, which it does not here.
  const refused = error instanceof KennyError && error.code === 'unavailable';
  const told = refused ? troubleTold(error) : troubleOf(error);
  if (told === undefined) {
    return refused ? new StartupError(error.message, { cause: error }) : error;
  }
  // SQLite calls it an I/O error when there is no room for `-shm`.
  const trouble = told === 'io' && hasNoRoom(shown) ? 'full' : told;
  const words =
    `${TROUBLE_WORDS[trouble].what} (${shown}${refused ? '' : `: ${reasonOf(error)}`}). ` +
    BEFORE_THE_NEXT_START[trouble];
  return new StartupError(words, { cause: error });
}

/** @param file - or the name of a database elsewhere, of which nothing can be said */
function hasNoRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return isAbsolute(file) && bavail * bsize < LEAST_ROOM_BYTES;
  } catch {
    return false; // then it is not known to be full
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '');
