import { postgresPlace } from '../config/index.js';
import { compare, type DatabaseFacts } from './database-facts.js';
import { lookIn } from './postgres-lease.js';
import type { RawPostgres } from './postgres.driver.js';

/** Settings under which a power cut may cost what kenny has promised to keep. */
const RISKY = ['fsync', 'full_page_writes'] as const;

/** @throws StartupError when it cannot be reached or a server has it */
export async function inspectPostgres(
  url: string,
  known: readonly string[],
): Promise<DatabaseFacts> {
  const client = await lookIn(postgresPlace(url));
  try {
    const rows = (await exists(client, 'migrations'))
      ? (await client.query<{ name: string }>('SELECT name FROM migrations')).rows
      : [];
    const [size] = (
      await client.query<{ bytes: number }>(
        `SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())`,
      )
    ).rows;
    const warning = await warningOf(client);
    return { damage: null, warning, ...compare(known, rows), bytes: size?.bytes ?? 0 };
  } finally {
    await client.discard();
  }
}

async function exists(client: RawPostgres, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    'SELECT to_regclass($1)::text AS found',
    [table],
  );
  return rows[0]?.found !== null;
}

async function warningOf(client: RawPostgres): Promise<string | null> {
  const off: string[] = [];
  for (const name of RISKY) {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [
      name,
    ]);
    if (rows[0]?.value === 'off') off.push(name);
  }
  return off.length === 0
    ? null
    : `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off: a power cut can lose data`;
}
