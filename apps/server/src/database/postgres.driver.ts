import type { Socket } from 'node:net';
import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { PostgresPlace } from '../config/index.js';
import type { KennyError } from '../kernel/index.js';
import { databaseAway } from './database-trouble.js';
import type { Breakable } from './kept-open.js';
import { SOURCE_OPTIONS } from './source-options.js';

/**
 * The one file that names the PostgreSQL driver and leans on how TypeORM uses it (ADR 0027).
 * Whatever replaces either is written here.
 */

/** Oldest version with `pg_xact_status` and the rest that kenny needs. */
export const OLDEST_POSTGRES = { number: 130_000, name: '13' } as const;
const CONNECT_MS = 5_000;
/** No statement of kenny's takes that long; the server gives up first, then we do. */
const STATEMENT_MS = 60_000;
/** Bare connections only ask small things; one that does not answer is dead. */
const BARE_MS = 10_000;
/** Lock timeout of a writer; every other write waits with it. */
const LOCK_MS = 5_000;
const READERS = 8;
/** How long a connection may take to close. */
const GOODBYE_MS = 1_000;

/** A bare connection. Simple statements may stand several in one text; then `execute` has them all. */
export interface RawPostgres extends Breakable {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
  /** Statements without parameters in one trip. */
  execute(text: string): Promise<pg.QueryResult<Record<string, unknown>>[]>;
  /** True after a statement failed and until the transaction is rolled back. */
  broken(): boolean;
}

export type SchemaOptions = Pick<DataSourceOptions, 'entities' | 'migrations'>;

/** All our bigints are below 2^53: parse them as numbers. */
const INT8: number = pg.types.builtins.INT8;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

function clientOptions({ connection }: PostgresPlace): pg.ClientConfig {
  return {
    connectionString: connection,
    application_name: 'kenny',
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
  };
}

type Settings = Readonly<Record<string, string | number>>;

/** Commits are durable whatever the server's default is (design §5). */
const WRITING: Settings = {
  synchronous_commit: 'on',
  idle_in_transaction_session_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
};
const READING: Settings = {
  default_transaction_read_only: 'on',
  statement_timeout: STATEMENT_MS,
};

async function prepare(
  client: pg.ClientBase,
  { schema }: PostgresPlace,
  settings: Settings,
): Promise<void> {
  const all: Settings = { ...(schema ? { search_path: schema } : {}), ...settings };
  const statements = Object.entries(all).map(
    ([name, value]) => `SET ${name} = ${pg.escapeLiteral(String(value))}`,
  );
  await client.query(statements.join(';'));
}

/** Destroys the socket; pending queries fail with a lost connection. */
function cut(client: pg.ClientBase, reason: string): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
}

/** Closes; destroys the socket when nobody answers. */
async function hangUp(client: pg.Client): Promise<void> {
  const late = setTimeout(() => cut(client, 'it was given up'), GOODBYE_MS);
  late.unref();
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

/** What is known about a PostgreSQL that does not answer. */
export interface Silence {
  readonly silence: KennyError | null;
  onLost(listener: () => void): void;
}
const NEVER: Silence = { silence: null, onLost: () => undefined };

/** Tells that the database is away instead of socket errors, and fails fast while it is silent. */
function poolClass(known: Silence): typeof pg.Pool {
  return class extends pg.Pool {
    constructor(config?: pg.PoolConfig) {
      super(config);
      const clients = new Set<pg.PoolClient>();
      this.on('connect', (client) => void clients.add(client));
      this.on('remove', (client) => void clients.delete(client));
      known.onLost(() => {
        if (!known.silence) return;
        for (const client of clients) cut(client, 'PostgreSQL does not answer');
      });
    }

    override connect(): Promise<pg.PoolClient>;
    override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
    override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
      const { silence } = known;
      if (!callback) {
        if (silence) return Promise.reject(silence);
        return super.connect().catch((cause: unknown) => {
          throw databaseAway(cause);
        });
      }
      if (silence) return void setImmediate(callback, silence, undefined, () => undefined);
      super.connect((error, client, release) => {
        callback(error ? databaseAway(error) : undefined, client, release);
      });
    }
  };
}

function source(
  place: PostgresPlace,
  settings: Settings,
  connections: number,
  schema: SchemaOptions,
  known = NEVER,
): DataSource {
  const made = new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool: poolClass(known) },
    ...SOURCE_OPTIONS,
    installExtensions: false,
    migrationsTransactionMode: 'all',
    ...schema,
    // An idle connection that breaks is replaced by the next use; nothing is lost with it.
    poolErrorHandler: () => undefined,
    extra: {
      ...clientOptions(place),
      max: connections,
      onConnect: (client: pg.ClientBase) => prepare(client, place, settings),
    },
  });
  // Entities say `blob`, as SQLite does; the type is told apart where the engine is known.
  const { driver } = made;
  const normalize = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => (column.type === 'blob' ? 'bytea' : normalize(column));
  return made;
}

/** For the writing connections, one of each lane; `upToDate` runs their migrations. */
export function postgresWriteSource(
  place: PostgresPlace,
  schema: SchemaOptions,
  lanes: number,
): DataSource {
  // One more: a connection that was lost may still be counted while the next one is made.
  return source(place, WRITING, lanes + 1, schema);
}

/** The reading connections: they cannot write at all. */
export function postgresReadSource(
  place: PostgresPlace,
  { entities }: Pick<SchemaOptions, 'entities'>,
  known: Silence,
): DataSource {
  return source(place, READING, READERS, { entities }, known);
}

function bare(client: pg.ClientBase, close: () => Promise<void>): RawPostgres {
  return {
    query: (text, values) => client.query(text, values),
    execute: async (text) => {
      const answer: unknown = await client.query(text);
      return (Array.isArray(answer) ? answer : [answer]) as pg.QueryResult<
        Record<string, unknown>
      >[];
    },
    broken: () => client.getTransactionStatus() === 'E',
    onLost: (lost) => void client.once('error', lost).once('end', lost),
    discard: close,
  };
}

/** @throws whatever the driver says */
export async function openRawPostgres(
  place: PostgresPlace,
  settings: Settings = {},
): Promise<RawPostgres> {
  const client = new pg.Client({ ...clientOptions(place), query_timeout: BARE_MS });
  // Without a listener a broken connection would end the process; who cares listens as well.
  client.on('error', () => undefined);
  await client.connect();
  const connection = bare(client, () => hangUp(client));
  try {
    await prepare(client, place, { ...WRITING, ...settings });
    return connection;
  } catch (error) {
    await connection.discard();
    throw error;
  }
}

/** A connection of a write source, with a manager whose statements use it. */
export interface ManagedPostgres extends RawPostgres {
  readonly manager: EntityManager;
}

export async function openManagedPostgres(from: DataSource): Promise<ManagedPostgres> {
  const runner = from.createQueryRunner();
  if (!(runner instanceof PostgresQueryRunner)) throw new Error('not a PostgreSQL data source');
  const client = (await runner.connect()) as pg.PoolClient;
  // Jobs only ever run inside the writer's transaction; without this, TypeORM would open its own.
  runner.isTransactionActive = true;
  const manager = from.createEntityManager(runner);
  manager.transaction = () =>
    Promise.reject(new Error('a write job is a transaction already: use its manager directly'));
  // TypeORM gives a broken connection back to the pool, which throws it away.
  client.on('error', () => undefined);
  const close = async (): Promise<void> => {
    // Never to be used again, in whatever state it is: the pool drops a client that is ending.
    void hangUp(client);
    await runner.release();
  };
  return { manager, ...bare(client, close) };
}
