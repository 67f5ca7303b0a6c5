import { SERVER_FILES } from '@kenny/contract';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sqlite3 from 'sqlite3';

const SNAPSHOTS = 'SELECT count(*) AS rows FROM snapshots';

/** Counts stored snapshots from outside the server: what is seen here is committed. */
export const countRows = {
  async sqlite(dataDir) {
    const file = join(dataDir, SERVER_FILES.database);
    const database = await new Promise((resolve, reject) => {
      const opened = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) =>
        error ? reject(error) : resolve(opened),
      );
    });
    const get = promisify(database.get.bind(database));
    return {
      count: async () => (await get(SNAPSHOTS)).rows,
      close: promisify(database.close.bind(database)),
    };
  },
  async postgres({ Client }, connectionString) {
    const client = new Client({ connectionString });
    await client.connect();
    return {
      count: async () => Number((await client.query(SNAPSHOTS)).rows[0].rows),
      close: () => client.end(),
    };
  },
};
