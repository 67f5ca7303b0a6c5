import { StartupError } from '../kernel/index.js';
import { bareHost, isLoopback } from './loopback.js';

/** `KENNY_DATABASE_URL`, taken apart as far as kenny itself needs it. */
export interface PostgresPlace {
  /** For the driver: may hold a password, so it is never shown. */
  readonly connection: string;
  /** `?schema=`: where in the database kenny lives; null = wherever the user's search path says. */
  readonly schema: string | null;
  /** Host, port and database, for messages. */
  readonly shown: string;
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** @throws StartupError that does not repeat the address: it may hold a password */
export function postgresPlace(text: string): PostgresPlace {
  if (!isPostgresAddress(text)) {
    throw new StartupError(
      'A PostgreSQL address looks like postgres://user@host:5432/database?schema=kenny; a schema ' +
        'is made of small letters, digits and "_".',
    );
  }
  const plain = plainPostgres(text);
  if (plain) throw new StartupError(`The PostgreSQL address ${plain}.`);
  const url = new URL(text);
  const schema = url.searchParams.get('schema');
  url.searchParams.delete('schema');
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = url.searchParams.get('port') ?? url.port;
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  return {
    connection: url.href,
    schema,
    shown: `${database}${schema ? `, schema ${schema},` : ''} at ${host}${port ? `:${port}` : ''}`,
  };
}

/**
 * What is wrong with an address that would send passwords and rows over a network in plain text
 * without saying so; null when nothing is. A socket of this machine and loopback are no network.
 */
export function plainPostgres(text: string): string | null {
  const { hostname, searchParams } = new URL(text);
  const host = searchParams.get('host') ?? hostname;
  if (host.startsWith('/') || isLoopback(bareHost(host))) return null;
  if (['verify-full', 'disable'].includes(searchParams.get('sslmode') ?? '')) return null;
  return (
    `names another machine, ${host}, without saying how the way there is protected: add ` +
    '?sslmode=verify-full, or ?sslmode=disable to accept plain text on a network that only you use'
  );
}

export function isPostgresAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\/[^\s/]/.test(text) || !URL.canParse(text)) return false;
  const schema = new URL(text).searchParams.get('schema');
  return schema === null || SCHEMA.test(schema);
}
