import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '@kenny/kernel';
import type { PostgresPlace } from '../config/index.js';
import { KennyError, StartupError } from '../kernel/index.js';
import { databaseAway } from './database-trouble.js';
import { KeptOpen } from './kept-open.js';
import { codeOf } from './lost-connection.js';
import { OwnBackends } from './own-backends.js';
import { OLDEST_POSTGRES, openRawPostgres, type RawPostgres } from './postgres.driver.js';

/** The two advisory locks of a schema: who the server is, and which connections still write for it. */
const OWNER = 0x6b656e01;
export const WRITERS = 0x6b656e02;
const lock = (call: string, kind: number): string =>
  `SELECT ${call}(${kind}, hashtext(current_schema())) AS taken`;

/** A server that was just killed may need a moment until PostgreSQL has noticed. */
const LOCK_WAIT_MS = 2_000;
/** Together the longest time in which nobody knows that PostgreSQL stands still. */
export const HEARTBEAT_MS = 2_000;
export const ANSWER_MS = 3_000;
const GRACE_MS = 500;
/** How long a writing connection waits for the lock before it says that it is away. */
const HELD_MS = 60_000;

/** Who had the database last; beside the lock, as `lock.sqlite` is beside the data. */
const TABLE = `CREATE TABLE IF NOT EXISTS server_lease (
  single boolean PRIMARY KEY DEFAULT true CHECK (single), run text NOT NULL, folder text NOT NULL)`;

/**
 * One server process per database (D2): an advisory lock that one connection holds, freed by
 * PostgreSQL when the process ends, however it ends. When that connection is lost nothing may be
 * written until the lock is ours again and nobody else has had it: what is kept in memory would be
 * of another time.
 */
export class PostgresLease {
  private readonly run = randomUUID();
  private readonly connection: KeptOpen<RawPostgres>;
  private heartbeat: Timer | undefined;
  private owned = false;
  private takenOver = false;
  private released = false;
  private unheard = false;
  private readonly backends = new OwnBackends();
  private readonly listeners: (() => void)[] = [];

  private constructor(
    private readonly place: PostgresPlace,
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    this.connection = new KeptOpen(
      'lock',
      () => this.take(),
      clock,
      () => this.lost(),
    );
  }

  /**
   * Makes the schema where it is named and missing, and takes the lock.
   * @param folder - id of the data folder; a database belongs to one
   * @throws StartupError in words the operator can act on
   */
  static async acquire(place: PostgresPlace, folder: string, clock: Clock): Promise<PostgresLease> {
    const lease = new PostgresLease(place, folder, clock);
    await lease.connection.start();
    lease.beat();
    return lease;
  }

  /** Why nothing may be written; null while the lock is ours. */
  get trouble(): KennyError | null {
    if (this.takenOver) {
      return new KennyError(
        'unavailable',
        'Another kenny server has taken this database over; nothing was changed. Use that one.',
      );
    }
    return this.connection.current ? null : databaseAway();
  }

  /** Why nothing may even be asked: PostgreSQL does not answer. */
  get silence(): KennyError | null {
    return this.unheard ? databaseAway() : null;
  }

  /** Calls back each time that the lock is lost: every writing connection has to go with it. */
  onLost(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Resolves while the lock is ours. @throws KennyError when that takes too long */
  async held(): Promise<void> {
    if (!(await this.connection.restored(HELD_MS))) throw databaseAway();
  }

  /** Marks a writing connection as one of the owner's; a new owner waits until all are gone. */
  async admit(client: RawPostgres): Promise<void> {
    this.mustOwn();
    await this.backends.remember(client);
    const { rows } = await client.query<{ taken: boolean }>(
      lock('pg_try_advisory_lock_shared', WRITERS),
    );
    if (!rows[0]?.taken) throw new Error('another server is taking this database over');
    // Lost while we asked.
    this.mustOwn();
  }

  async release(): Promise<void> {
    this.released = true;
    this.heartbeat?.cancel();
    await this.connection.close();
  }

  private async take(): Promise<RawPostgres> {
    const client = await connected(this.place);
    try {
      await checkServer(client, this.place);
      this.unheard = false;
      await makeSchema(client, this.place);
      // They hold the locks that we are about to wait for.
      await this.backends.endOthers(client);
      await takeLocks(client, this.place);
      await this.own(client);
      return client;
    } catch (error) {
      await client.discard();
      throw error;
    }
  }

  private mustOwn(): void {
    if (this.trouble) throw this.trouble;
  }

  private lost(): void {
    for (const listener of this.listeners) listener();
  }

  private async own(client: RawPostgres): Promise<void> {
    const { place, run, folder } = this;
    await inWords(() => client.query(TABLE), place);
    const { rows } = await client.query<{ run: string; folder: string }>(
      'SELECT run, folder FROM server_lease',
    );
    const [before] = rows;
    if (before && before.folder !== folder) {
      throw new StartupError(
        `The database ${place.shown} belongs to the data folder with the id ${before.folder}; ` +
          `KENNY_DATA_DIR names the one with the id ${folder}. The keys that fit the database lie ` +
          'in its own folder: use that one, or another database.',
      );
    }
    if (this.owned && before?.run !== run) {
      this.takenOver = true;
      throw new Error(
        'another kenny server had the database meanwhile; this one must be restarted',
      );
    }
    await client.query(
      `INSERT INTO server_lease (run, folder) VALUES ($1, $2)
       ON CONFLICT (single) DO UPDATE SET run = EXCLUDED.run`,
      [run, folder],
    );
    this.owned = true;
  }

  /** Finds out about a connection that is dead without a word. */
  private beat(): void {
    if (this.released) return;
    this.heartbeat = this.clock.setTimer(() => {
      void this.ask().finally(() => this.beat());
    }, HEARTBEAT_MS);
  }

  private async ask(): Promise<void> {
    const { current } = this.connection;
    if (!current) return;
    let open = true;
    const giveUp = (reason: unknown): void => {
      if (!open || this.connection.current !== current) return;
      this.unheard = true;
      this.connection.lose(reason);
    };
    let grace: NodeJS.Timeout | undefined;
    const late = this.clock.setTimer(() => {
      // In real time: an answer still counts that came while this process was busy or asleep.
      grace = setTimeout(giveUp, GRACE_MS, new Error('PostgreSQL does not answer'));
      grace.unref();
    }, ANSWER_MS);
    try {
      await current.query('SELECT 1');
    } catch (error) {
      giveUp(error);
    } finally {
      open = false;
      late.cancel();
      clearTimeout(grace);
    }
  }
}

/** A connection to look around with. @throws StartupError also when a server has the database */
export async function lookIn(place: PostgresPlace): Promise<RawPostgres> {
  const client = await connected(place);
  try {
    await checkServer(client, place);
    await takeLocks(client, place);
    await client.query('SET default_transaction_read_only = on');
    return client;
  } catch (error) {
    await client.discard();
    throw error;
  }
}

async function connected(place: PostgresPlace): Promise<RawPostgres> {
  try {
    return await openRawPostgres(place, {
      lock_timeout: LOCK_WAIT_MS,
      // A machine that vanished must not keep the lock for hours (only TCP knows these).
      ...{ tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 },
    });
  } catch (cause) {
    throw new StartupError(
      `The database ${place.shown} cannot be reached: ${reasonOf(cause)}. Is it running, and is ` +
        'KENNY_DATABASE_URL right?',
      { cause },
    );
  }
}

async function checkServer(client: RawPostgres, { shown }: PostgresPlace): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows;
  if (!server || server.version < OLDEST_POSTGRES.number) {
    throw new StartupError(
      `The database ${shown} is PostgreSQL ${server?.name}; kenny needs ${OLDEST_POSTGRES.name} or later.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new StartupError(
      `The database ${shown} is encoded as ${server.encoding}; make one with ENCODING 'UTF8'.`,
    );
  }
}

async function makeSchema(client: RawPostgres, place: PostgresPlace): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>('SELECT current_schema() AS found');
  if (rows[0]?.found) return;
  if (place.schema === null) {
    throw new StartupError(
      `The user of the database ${place.shown} has no schema; add ?schema=kenny to the address.`,
    );
  }
  await inWords(() => client.query(`CREATE SCHEMA IF NOT EXISTS ${place.schema}`), place);
}

async function takeLocks(client: RawPostgres, { shown }: PostgresPlace): Promise<void> {
  const waited = async (kind: number, words: string): Promise<void> => {
    try {
      await client.query(lock('pg_advisory_lock', kind));
    } catch (cause) {
      if (codeOf(cause) !== LOCK_NOT_AVAILABLE) throw cause;
      throw new StartupError(`The database ${shown} ${words}`, { cause });
    }
  };
  await waited(
    OWNER,
    'is in use by another kenny server; stop that one first, or use another database.',
  );
  await waited(WRITERS, 'still has connections of an earlier kenny server; try again in a moment.');
  await client.query(lock('pg_advisory_unlock', WRITERS));
}

/** What the database user may not do, said with what to do about it. */
async function inWords(work: () => Promise<unknown>, { shown }: PostgresPlace): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (codeOf(cause) !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new StartupError(
      `The user of the database ${shown} may not make tables there (${reasonOf(cause)}): make it ` +
        'the owner of the database, or of the schema.',
      { cause },
    );
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

/** A host name with several addresses fails with one error of each. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('errors' in error && Array.isArray(error.errors))
    return error.errors.map(reasonOf).join('; ');
  return 'message' in error ? String(error.message) : 'unknown trouble';
}
