/**
 * @typedef {object} Scenario
 * @property {string} title - what is done to the product
 * @property {readonly ('sqlite' | 'postgres')[]} engines
 * @property {number} seconds - how long its fault lasts or its crowd goes on; starts come on top
 * @property {number} [quickSeconds] - the same with `--quick`; without it, it is left out there
 * @property {() => Promise<{ perform: (given: any) => AsyncIterable<import('./rows.mjs').Row> }>} load
 */

const BOTH = /** @type {const} */ (['sqlite', 'postgres']);
const SQLITE = /** @type {const} */ (['sqlite']);
const POSTGRES = /** @type {const} */ (['postgres']);

const postgresAway = async (/** @type {string} */ kind) => {
  const { perform } = await import('./scenarios/postgres-away.mjs');
  return { perform: perform(kind) };
};

/** @type {Readonly<Record<string, Scenario>>} */
export const SCENARIOS = {
  kill: {
    title: 'the server ends by `kill -9` at random, also during a start, with 50 PCs and 18 people',
    ...{ engines: BOTH, seconds: 240, quickSeconds: 45 },
    load: () => import('./scenarios/kill.mjs'),
  },
  'set-back': {
    title: 'the database is set back to an earlier moment, the files beside it are not',
    ...{ engines: BOTH, seconds: 240, quickSeconds: 40 },
    load: () => import('./scenarios/set-back.mjs'),
  },
  locked: {
    title: 'another program holds the SQLite file locked, under way and at the start',
    ...{ engines: SQLITE, seconds: 12, quickSeconds: 12 },
    load: () => import('./scenarios/locked.mjs'),
  },
  'disk-full': {
    title: 'the disk of the data folder has no room left, under way and at the start',
    ...{ engines: SQLITE, seconds: 60, quickSeconds: 20 },
    load: () => import('./scenarios/disk-full.mjs'),
  },
  'agent-disk-full': {
    title: "the disk of a real agent's state has no room left, under way and at the start",
    ...{ engines: SQLITE, seconds: 60, quickSeconds: 10 },
    load: () => import('./scenarios/agent-disk-full.mjs'),
  },
  damaged: {
    title: 'pages and files are damaged while nobody works in the folder',
    ...{ engines: SQLITE, seconds: 120, quickSeconds: 60 },
    load: () => import('./scenarios/damaged.mjs'),
  },
  wal: {
    title: 'after a kill a part of the write-ahead log is gone, or the database is empty',
    ...{ engines: SQLITE, seconds: 40, quickSeconds: 40 },
    load: () => import('./scenarios/wal.mjs'),
  },
  'io-error': {
    title: 'every write of the database files fails with EIO',
    ...{ engines: SQLITE, seconds: 20 },
    load: () => import('./scenarios/io-error.mjs'),
  },
  'read-only': {
    title: 'the file system finds a fault and makes itself read-only',
    ...{ engines: SQLITE, seconds: 15 },
    load: () => import('./scenarios/read-only.mjs'),
  },
  clock: {
    title: 'the wall clock of the server jumps by −1 h, +1 h, +26 h and back',
    ...{ engines: BOTH, seconds: 130 },
    load: () => import('./scenarios/clock.mjs'),
  },
  retention: {
    title: 'the server runs for hours with a calendar 40 days ahead',
    ...{ engines: SQLITE, seconds: 25 },
    load: () => import('./scenarios/retention.mjs'),
  },
  stall: {
    title: 'the lines of real agents pass nothing, in both directions or in one',
    ...{ engines: SQLITE, seconds: 120, quickSeconds: 45 },
    load: () => import('./scenarios/stall.mjs'),
  },
  cut: {
    title: 'the line of a real agent ends within the request or within the answer',
    ...{ engines: SQLITE, seconds: 60, quickSeconds: 24 },
    load: () => import('./scenarios/cut.mjs'),
  },
  'slow-line': {
    title: 'answers of 600 kB and 8 MiB come over lines of 32 and 256 kbit/s',
    ...{ engines: SQLITE, seconds: 300, quickSeconds: 60 },
    load: () => import('./scenarios/slow-line.mjs'),
  },
  'power-cut': {
    title: 'the server and real agents end by `kill -9` in the same moment',
    ...{ engines: BOTH, seconds: 60, quickSeconds: 20 },
    load: () => import('./scenarios/power-cut.mjs'),
  },
  'postgres-stopped': {
    title: 'PostgreSQL is stopped, and started again',
    ...{ engines: POSTGRES, seconds: 60, quickSeconds: 15 },
    load: () => postgresAway('stopped'),
  },
  'postgres-paused': {
    title: 'PostgreSQL stands still (SIGSTOP) with its connections open',
    ...{ engines: POSTGRES, seconds: 60, quickSeconds: 15 },
    load: () => postgresAway('paused'),
  },
  'postgres-lease': {
    title: 'every connection of the server is ended by PostgreSQL, with them its lock',
    ...{ engines: POSTGRES, seconds: 10, quickSeconds: 10 },
    load: () => postgresAway('lease'),
  },
  'postgres-full': {
    title: 'the disk of PostgreSQL has no room left',
    ...{ engines: POSTGRES, seconds: 60, quickSeconds: 15 },
    load: () => postgresAway('full'),
  },
  doors: {
    title:
      'the server ends by `kill -9` while MCP, the chat and two people who approve are at work',
    ...{ engines: BOTH, seconds: 60, quickSeconds: 20 },
    load: () => import('./scenarios/doors.mjs'),
  },
  tasks: {
    title: '200 tasks over 3 slots, the agents of a tenth of them are killed at their work',
    ...{ engines: BOTH, seconds: 300, quickSeconds: 60 },
    load: () => import('./scenarios/tasks.mjs'),
  },
  storm: {
    title: '500 PCs lose the server at once and come back with the waits of real agents',
    ...{ engines: BOTH, seconds: 30 },
    load: () => import('./scenarios/storm.mjs'),
  },
  deaf: {
    title: 'watchers and exports never read what the server sends them',
    ...{ engines: BOTH, seconds: 45 },
    load: () => import('./scenarios/deaf.mjs'),
  },
  fuzz: {
    title: 'random requests and frames at every door',
    ...{ engines: BOTH, seconds: 45 },
    load: () => import('./scenarios/fuzz.mjs'),
  },
};
