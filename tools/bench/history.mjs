import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { CATALOG, SERVER_FILES } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import sqlite3 from 'sqlite3';

/**
 * A fleet's history made directly in an SQLite database, its size held against the one that
 * `docs/sizing.md` computes, and `GET /api/fleet` of a server on it. Needs `npm run build`.
 *
 *     node tools/bench/history.mjs [--pcs 1000] [--days 30]
 *
 * What is assumed: every section of the protocol in every snapshot, as the fixtures have them; those
 * of `RESTLESS` are another content each time, the others once a day; no two PCs have one in common.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const SERVER = join(ROOT, 'apps/server/dist');
const SLOT_MS = 900_000;
const SLOTS_A_DAY = 96;
const REQUESTS = 100;
const MS = 1_000_000;

/** Sections with a number in them that is another one a quarter of an hour later. */
const RESTLESS = new Set([
  ...['uptime', 'memory', 'processes', 'disk', 'thermals', 'load', 'time_sync', 'wifi_quality'],
]);
/** How often the others change: once a day each, at another time. */
const CALM_SLOTS = SLOTS_A_DAY;

/**
 * A row of a snapshot with its indexes, and what the row of a body takes beside the body. A page
 * holds two snapshots. See `docs/sizing.md`.
 */
export const BYTES = { snapshot: 2_230, body: 135 };

const built = (file) => import(pathToFileURL(join(SERVER, file)));
const { packBody } = await built('telemetry/section-codec.js');
const { joinPoints, pointsOf } = await built('telemetry/points.js');

/** Sections as the fixtures have them, packed as the server packs them. */
const SECTIONS = await Promise.all(
  CATALOG.sections.map(async ({ name, series = [] }) => {
    const payload = payloadOf(name);
    const { length } = await packBody(JSON.stringify(payload));
    return { name, bytes: length, points: series.length > 0 ? pointsOf(name, payload) : '' };
  }),
);
/** What a snapshot leaves as numbers: two disks, two drives, three sensors, and one of the rest. */
const POINTS = joinPoints(SECTIONS.map(({ points }) => points));

function payloadOf(name) {
  const file = join(ROOT, 'fixtures/telemetry', `telemetry_${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Bytes of a history by the arithmetic of the guide. */
export function computedBytes(pcs, days) {
  const snapshots = pcs * days * SLOTS_A_DAY;
  const restless = SECTIONS.filter(({ name }) => RESTLESS.has(name));
  const calm = SECTIONS.filter(({ name }) => !RESTLESS.has(name));
  const bodiesOf = (sections) => sections.reduce((sum, { bytes }) => sum + bytes + BYTES.body, 0);
  // One change a day, after the content that was there on the first.
  const bodies = snapshots * bodiesOf(restless) + pcs * (Math.ceil(days) + 1) * bodiesOf(calm);
  return snapshots * BYTES.snapshot + bodies;
}

function mustFit(bytes) {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize > bytes * 1.2) return;
  const [needed, free] = [bytes * 1.2, bavail * bsize].map((n) => `${(n / 1e9).toFixed(1)} GB`);
  throw new Error(`this needs ${needed} in ${tmpdir()}, where ${free} are free; set TMPDIR`);
}

/** @returns rows `{ name, value, unit, must, aim }` */
export async function history({ pcs = 1_000, days = 30, log = () => undefined } = {}) {
  mustFit(computedBytes(pcs, days));
  const folder = mkdtempSync(join(tmpdir(), 'kenny-history-'));
  try {
    const dataDir = join(folder, 'data');
    const sizes = await make(dataDir, { pcs, days, log });
    const computed = computedBytes(pcs, days);
    const { p95, packed, trend } = await askFleet(dataDir, pcs);
    const what = `${pcs} PCs, ${days} ${days === 1 ? 'day' : 'days'}`;
    return [
      ...sizes.tables.map(({ name, bytes }) => row(`${name}, ${what}`, bytes / MS, 'MB')),
      row(`database, ${what}, computed`, computed / MS, 'MB'),
      row(`database, ${what}`, sizes.bytes / MS, 'MB', computed / MS),
      row(`GET /api/fleet on it, p95 of ${REQUESTS}`, p95, 'ms', 50, 25),
      row(`GET /api/fleet/trend on it, p95 of ${REQUESTS}`, trend, 'ms', 50, 25),
      row('GET /api/fleet on it, gzip', packed / 1_000, 'kB', 120, 120),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (name, value, unit, must = null, aim = null) => ({ name, value, unit, must, aim });

/** An empty database of the server's own making, then every table in one statement a day. */
async function make(dataDir, { pcs, days, log }) {
  const { openDatabase } = await built('database/index.js');
  const { SCHEMA } = await built('schema.js');
  const file = join(dataDir, SERVER_FILES.database);
  const database = { type: 'sqlite', file };
  await (await openDatabase({ dataDir, database }, SCHEMA, systemClock)).close();
  const db = new sqlite3.Database(file);
  const exec = promisify(db.exec.bind(db));
  const run = (sql, values = []) => promisify(db.run.bind(db, sql, values))();
  const get = promisify(db.get.bind(db));
  const size = async () =>
    (await get('SELECT (SELECT * FROM pragma_page_count) * page_size AS n FROM pragma_page_size'))
      .n;
  await exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000;
     PRAGMA temp_store = MEMORY`,
  );
  const lastSlot = Math.floor(Date.now() / SLOT_MS);
  await addPcs(run, exec, pcs, lastSlot);
  const tables = [];
  for (const [name, sql] of Object.entries(FILLING)) {
    const before = await size();
    for (let day = 0; day < days; day += 1) {
      const to = lastSlot - day * SLOTS_A_DAY;
      await run(sql, {
        $from: to - Math.round(SLOTS_A_DAY * Math.min(1, days - day)) + 1,
        $to: to,
      });
      log(`${name}: day ${day + 1} of ${days}`);
    }
    tables.push({ name, bytes: (await size()) - before });
  }
  await promisify(db.close.bind(db))();
  return { tables, bytes: statSync(file).size };
}

/** Ids as hashes are: all over the index, and the same wherever they are needed. */
const bodyId = (section, slot) =>
  `printf('%08x%08x%08x%08x', (pc.n * 2654435761 + ${slot} * 40503 + ${section} * 97) % 4294967296,
     pc.n, ${slot}, ${section})`;
const slotOf = ({ name }) => (RESTLESS.has(name) ? 'slot.n' : `((slot.n + pc.n) / ${CALM_SLOTS})`);
const SLOTS = `slot(n) AS (SELECT $from UNION ALL SELECT n + 1 FROM slot WHERE n < $to)`;
const REFS = SECTIONS.map(
  (section, index) => `'"${section.name}":"' || ${bodyId(index, slotOf(section))} || '"'`,
).join(" || ',' || ");
/** As a literal of SQL. */
const text = (value) => `'${value.replaceAll("'", "''")}'`;
const values = (rows) => rows.map((each) => `(${each.join(',')})`).join(',');

const FILLING = {
  section_bodies: `WITH RECURSIVE ${SLOTS}, section(k, name, bytes, restless) AS (VALUES ${values(
    SECTIONS.map(({ name, bytes }, k) => [k, `'${name}'`, bytes, Number(RESTLESS.has(name))]),
  )})
    INSERT OR IGNORE INTO section_bodies (id, section, body, used_at)
    SELECT ${bodyId('k', `CASE restless WHEN 1 THEN slot.n ELSE (slot.n + pc.n) / ${CALM_SLOTS} END`)},
      name, randomblob(bytes), slot.n * ${SLOT_MS}
    FROM slot, pc, section WHERE restless OR (slot.n + pc.n) % ${CALM_SLOTS} = 0 OR slot.n = $from
    -- The index on the ids is far larger than any cache: in their order it is written page by page.
    ORDER BY 1`,
  snapshots: `WITH RECURSIVE ${SLOTS}
    INSERT INTO snapshots (id, agent_uid, received_at, collected_at, overall, refs, points)
    SELECT lower(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-' ||
        substr(h, 17, 4) || '-' || substr(h, 21)), uid, at, at - 700, 'ok', '{' || refs || '}', ${text(POINTS)}
    FROM (SELECT hex(randomblob(16)) AS h, pc.uid AS uid,
        slot.n * ${SLOT_MS} + pc.n * 37 AS at, ${REFS} AS refs FROM slot, pc)`,
  health_days: `WITH RECURSIVE ${SLOTS}
    INSERT OR IGNORE INTO health_days (agent_uid, day, hours)
    SELECT DISTINCT uid, slot.n / ${SLOTS_A_DAY}, 'oooooooowwoooooooocooooo' FROM slot, pc`,
};

async function addPcs(run, exec, pcs, lastSlot) {
  await exec('CREATE TEMP TABLE pc (n INTEGER PRIMARY KEY, uid TEXT)');
  const at = lastSlot * SLOT_MS;
  const since = new Date(at).toISOString();
  const sections = SECTIONS.map(({ name }, k) => ({
    ...{ name, status: k % 12 === 0 ? 'warn' : 'ok', since },
    reason: 'as it was found a quarter of an hour ago',
  }));
  const meta = JSON.stringify({ hostname: 'pc', os: 'linux', version: '0.1.0' });
  for (let n = 0; n < pcs; n += 1) {
    const [uid, id] = [randomUUID(), `pc${n}`];
    await run('INSERT INTO pc VALUES (?, ?)', [n, uid]);
    await run(
      `INSERT INTO agents (agent_uid, agent_id, agent_id_key, name, tags, os, created_at, enrolled_at,
         last_seen, last_meta, last_protocol) VALUES (?, ?, ?, ?, '[]', 'linux', ?, ?, ?, ?, '0.8')`,
      [uid, id, id, `PC number ${n}`, at, at, at, meta],
    );
    const strip = Array.from(randomBytes(48), (byte) => 'ooow'[byte % 4]).join('');
    await run(
      `INSERT INTO pc_health (agent_uid, received_at, collected_at, sections, refs, strip, strip_slot)
       VALUES (?, ?, ?, ?, '{}', ?, ?)`,
      [uid, at, at - 700, JSON.stringify(sections), strip, Math.floor(at / 1_800_000)],
    );
  }
}

/** A server of its own on the folder, asked as a dashboard asks. */
async function askFleet(dataDir, pcs) {
  const token = `kny_${randomBytes(24).toString('hex')}`;
  const env = { KENNY_DATA_DIR: dataDir, KENNY_PORT: '0', KENNY_OPERATOR_TOKEN: token };
  const server = spawn(process.execPath, [join(SERVER, 'main.js'), 'serve'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await listening(server);
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    const fleet = await p95Of(`${url}/api/fleet`, headers);
    mustBeComplete(fleet.body, pcs);
    const trend = await p95Of(`${url}/api/fleet/trend`, headers);
    return { p95: fleet.p95, packed: fleet.body.length, trend: trend.p95 };
  } finally {
    server.kill('SIGTERM');
    await once(server, 'close');
  }
}

async function p95Of(url, headers) {
  const times = [];
  let body;
  for (let n = 0; n < REQUESTS + 10; n += 1) {
    const before = performance.now();
    body = await getRaw(url, headers);
    // The first ones warm up.
    if (n >= 10) times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  return { p95: times[Math.ceil(times.length * 0.95) - 1], body };
}

async function listening(server) {
  let said = '';
  for await (const chunk of server.stdout) {
    said += chunk;
    const [url] = /https?:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (url) {
      server.stdout.resume();
      return url;
    }
  }
  throw new Error(`the server ended; it said: ${said}`);
}

/** The bytes as they travel: `fetch` would unpack them. */
async function getRaw(url, headers) {
  const { get } = await import('node:http');
  const [response] = await once(get(url, { headers }), 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`GET ${url}: ${response.statusCode}`);
  return Buffer.concat(chunks);
}

function mustBeComplete(body, pcs) {
  const { agents } = JSON.parse(gunzipSync(body).toString('utf8'));
  const shown = agents.filter(({ received_at }) => received_at !== null).length;
  if (shown !== pcs) throw new Error(`the fleet shows ${shown} of ${pcs} PCs`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, otherwise) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? otherwise : Number(process.argv[at + 1]);
  };
  const [pcs, days] = [option('--pcs', 1_000), option('--days', 30)];
  const rows = await history({ pcs, days, log: (line) => console.error(line) });
  for (const { name, value, unit, must, aim } of rows) {
    const goal = must === null ? '' : `  must ≤ ${must.toFixed(1)}${aim ? `, aim ≤ ${aim}` : ''}`;
    console.log(`${name.padEnd(52)} ${value.toFixed(1).padStart(10)} ${unit}${goal}`);
  }
  if (rows.some(({ value, must }) => must !== null && value > must)) process.exitCode = 1;
}
