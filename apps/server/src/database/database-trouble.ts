import { DATABASE_TROUBLES, type DatabaseTrouble } from '@kenny/contract';
import { KennyError } from '../kernel/index.js';
import { codeOf, isLostConnection } from './lost-connection.js';

export { DATABASE_TROUBLES, type DatabaseTrouble };

interface TroubleWords {
  /** What happened: a sentence without its full stop. */
  readonly what: string;
  /** What a person can do about it. */
  readonly next: string;
}

export const TROUBLE_WORDS: Readonly<Record<DatabaseTrouble, TroubleWords>> = {
  full: {
    what: 'The disk that holds the database of the server is full',
    next: 'Make room there; the server goes on by itself.',
  },
  locked: {
    what: 'Another program holds a lock on the database of the server',
    next: 'Close it (a database tool, a backup); the server goes on by itself.',
  },
  read_only: {
    what: 'The database of the server is read-only',
    next:
      'Check the rights of its files and how its disk is mounted, or whether PostgreSQL is set to ' +
      'read-only or is a standby; the server goes on by itself.',
  },
  io: {
    what: 'The disk that holds the database of the server fails',
    next: 'Check that disk, its quota and the log of the system.',
  },
  corrupt: {
    what: 'The database of the server is damaged',
    next:
      'Stop the server and run "kenny doctor --offline" there: it says whether this can be repaired or a ' +
      'backup has to be restored.',
  },
  not_a_database: {
    what: 'The database file of the server is not a database any more',
    next: 'Stop the server and restore a backup.',
  },
  away: {
    what: 'The database cannot be reached just now',
    next: 'Try again in a moment.',
  },
};

/** Result codes of SQLite, also of their extended forms (SQLITE_IOERR_WRITE). */
const OF_SQLITE: Readonly<Record<string, DatabaseTrouble>> = {
  FULL: 'full',
  BUSY: 'locked',
  LOCKED: 'locked',
  PROTOCOL: 'locked',
  READONLY: 'read_only',
  PERM: 'read_only',
  IOERR: 'io',
  CANTOPEN: 'io',
  CORRUPT: 'corrupt',
  NOTADB: 'not_a_database',
};

/** SQLSTATEs of PostgreSQL. */
const OF_POSTGRES: Readonly<Record<string, DatabaseTrouble>> = {
  '53100': 'full',
  '55P03': 'locked',
  '25006': 'read_only',
  '58030': 'io',
  // A file of a table is gone.
  '58P01': 'corrupt',
  XX001: 'corrupt',
  XX002: 'corrupt',
  // Too many connections, out of memory: like a server that does not answer.
  '53300': 'away',
  '53200': 'away',
};

/** Undefined when it is not the database that is in trouble: a wrong statement, a broken rule. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const driven = 'driverError' in error ? error.driverError : undefined;
  for (const code of [codeOf(error), codeOf(driven)]) {
    const sqlite = /^SQLITE_([A-Z]+)/.exec(code ?? '')?.[1];
    const kind = sqlite === undefined ? OF_POSTGRES[code ?? ''] : OF_SQLITE[sqlite];
    if (kind) return kind;
  }
  return isLostConnection(error) ? 'away' : undefined;
}

/** What callers are told. */
export function troubleError(trouble: DatabaseTrouble): KennyError {
  const { what, next } = TROUBLE_WORDS[trouble];
  return new KennyError('unavailable', `${what}; nothing was changed. ${next}`);
}

/** Of an error that is in words already. */
export function troubleTold({ message }: KennyError): DatabaseTrouble | undefined {
  return DATABASE_TROUBLES.find((trouble) => troubleError(trouble).message === message);
}

/** What callers hear while the database is away, unless the reason is known better already. */
export function databaseAway(cause?: unknown): KennyError {
  return cause instanceof KennyError ? cause : troubleError('away');
}

/** `error` in words for callers where it is the database's trouble; itself where it is not. */
export function inTroubleWords(error: unknown): unknown {
  // What is known better already.
  if (error instanceof KennyError) return error;
  const trouble = troubleOf(error);
  return trouble === undefined ? error : troubleError(trouble);
}

/** The same for what may be no error of the database at all: only what a statement said counts. */
export function statementTrouble(thrown: unknown): KennyError | undefined {
  const ofStatement = typeof thrown === 'object' && thrown !== null && 'driverError' in thrown;
  const trouble = ofStatement ? troubleOf(thrown) : undefined;
  return trouble && troubleError(trouble);
}
