import { execFile } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPostgres } from './postgres.mjs';
import { openSqlite } from './sqlite.mjs';

const run = promisify(execFile);

/** What a backup of the database alone is, taken beside a server that works. */
export async function snapshot(world) {
  const file = join(world.folder, 'snapshot');
  rmSync(file, { force: true });
  if (world.engine === 'sqlite') {
    await openSqlite(world.sqlite, (db) => db.run('VACUUM INTO ?', [file]));
    return;
  }
  const { bin, url } = world.database;
  await run(join(bin, 'pg_dump'), ['-Fc', '-f', file, url]);
}

/** Puts it back, below a server that does not run. */
export async function putBack(world) {
  const file = join(world.folder, 'snapshot');
  if (world.engine === 'sqlite') {
    for (const rest of ['-wal', '-shm']) rmSync(world.sqlite + rest, { force: true });
    copyFileSync(file, world.sqlite);
    return;
  }
  const { admin, bin, name, url } = world.database;
  await openPostgres(admin, async (client) => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
  });
  await run(join(bin, 'pg_restore'), ['-d', url, file]);
}
