import { API_PATHS, SERVER_FILES, STRIP, type FleetView } from '@kenny/contract';
import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sqlite3 from 'sqlite3';
import type { Api } from './api.js';

const { ok, warn, crit } = STRIP.chars;

/** What a month leaves in the database of a server that runs: days of every PC, one filling disk. */
export interface History {
  readonly days: number;
  /** Its C: goes evenly to `full`, as the snapshots of the last days tell. */
  readonly filling: { readonly agentId: string; readonly full: number; readonly perDay: number };
}

/** Written beside the server, before it reads any of it. */
export async function seedHistory(
  dataDir: string,
  api: Api,
  { days, filling }: History,
): Promise<void> {
  const { body } = await api.get<FleetView>(API_PATHS.fleet);
  const db = new sqlite3.Database(join(dataDir, SERVER_FILES.database));
  await once(db, 'open');
  db.configure('busyTimeout', 10_000);
  const run = (sql: string, values: unknown[]) => promisify(db.run.bind(db, sql, values))();
  const rows: { agent_uid: string; agent_id: string }[] = await promisify<
    { agent_uid: string; agent_id: string }[]
  >((done) => db.all('SELECT agent_uid, agent_id FROM agents', done))();
  const uidOf = (id: string) => rows.find(({ agent_id }) => agent_id === id)?.agent_uid;
  const now = Date.now();
  await run('BEGIN', []);
  for (const [index, { agent_id }] of body.agents.entries()) {
    for (let ago = 1; ago < days; ago += 1) {
      const hours = Array.from({ length: 24 }, () => healthOf(index, ago)).join('');
      await run('INSERT OR IGNORE INTO health_days (agent_uid, day, hours) VALUES (?, ?, ?)', [
        ...[uidOf(agent_id), Math.floor(now / DAY_MS) - ago, hours],
      ]);
    }
  }
  for (let hour = 1; hour < 5 * 24; hour += 1) {
    const used = filling.full - (hour / 24) * filling.perDay;
    const points = JSON.stringify({ disk_used: { 'C:': used } });
    await run(
      `INSERT INTO snapshots (id, agent_uid, received_at, collected_at, overall, refs, points)
       VALUES (?, ?, ?, NULL, 'crit', '{}', ?)`,
      [randomUUID(), uidOf(filling.agentId), now - hour * HOUR_MS, points],
    );
  }
  await run('COMMIT', []);
  await promisify(db.close.bind(db))();
}

/** The first PC got worse lately, others now and then. */
function healthOf(pc: number, ago: number): string {
  if (pc === 0) return ago < 6 ? crit : ago < 14 ? warn : ok;
  return (ago + pc * 3) % 11 === 0 ? warn : ok;
}
