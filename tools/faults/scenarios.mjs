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
};
