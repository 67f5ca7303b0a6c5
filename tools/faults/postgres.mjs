import pg from 'pg';

/** A connection for as long as the work takes. */
export async function openPostgres(url, work) {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away is what some scenarios are about; the query says so itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
