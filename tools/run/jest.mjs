import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds, timing } from './cost.mjs';
import { isFailed, rerunFailedFiles, tellFlake } from './flakes.mjs';
import { startPostgres } from './postgres.mjs';
import { watchSources } from '../gen/stamp.mjs';
import { generate, run, ROOT } from './steps.mjs';

const RESULTS = process.env.TEST_RESULTS_FOLDER ?? join(ROOT, '.test-results');
/** A file loads hundreds of modules: in Node's own 16 MB the young of them are moved over and over. */
const MEMORY = ['--max-semi-space-size=32'];
/** More than the files of all tests that run at once. */
const MEMORY_FOLDER = { path: '/dev/shm', leastBytes: 4 * 2 ** 30 };
const NOTHING_RAN = {
  ...{ passed: 0, failed: 0, skipped: 0 },
  ...{ failures: [], failedFiles: [], flakes: [], files: [] },
};

/**
 * Runs one set of Jest projects, closes with what it cost, the failures by name and `N passed, N
 * failed`, and keeps all of it for `.ci/run`. Arguments go to Jest as they are. A run without a single
 * test is a failure. With TEST_RERUN, which only `.ci/run` sets, a file that failed gets a second run.
 *
 * @param {{ postgres?: boolean }} [needs] - whether specs of this set are to run on PostgreSQL as well
 */
export async function runJest(set, args = [], { postgres = false } = {}) {
  const file = resultsFile(set);
  await mkdir(RESULTS, { recursive: true });
  await rm(file, { force: true });
  const generated = await generate();
  if (generated !== 0) return generated;
  const started = performance.now();
  const cpuBefore = cpuSeconds();
  const folder = await mkdtemp(join(tmpdir(), 'kenny-run-'));
  const { code, ...results } = await (postgres ? onPostgres(jest) : jest({})).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  const seconds = (performance.now() - started) / 1000;
  const whole = { ...results, seconds, cpu: cpuSeconds() - cpuBefore };
  await writeFile(file, JSON.stringify(whole));
  console.log([timing(whole), summary(whole)].join('\n'));
  return code;

  async function jest(given) {
    const env = { ...given, TEST_SET: set };
    const watching = args.some((arg) => arg.startsWith('--watch'));
    // What files share there and none of them changes; sources that are watched do.
    if (!watching) env.TEST_RUN_FOLDER = folder;
    const memory = await memoryFolder();
    if (memory !== undefined) env.TEST_MEMORY_FOLDER = memory;
    const program = join(ROOT, 'node_modules/jest/bin/jest.js');
    const flags = [...MEMORY, '--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];
    const command = [...flags, program, ...args];
    const endWatch = watching ? watchSources(ROOT, generatedAnew()) : () => undefined;
    const code = await run(process.execPath, command, {
      env: { ...env, TEST_RESULTS: file },
    }).finally(endWatch);
    const first = await readResults(set);
    if (!process.env.TEST_RERUN || first.failed === 0) {
      return { ...first, code: code === 0 && first.passed === 0 ? 1 : code };
    }
    const results = await rerunFailedFiles(first, command, env);
    return { ...results, code: isFailed(results) ? 1 : 0 };
  }
}

/** For data folders of servers, which sync at every commit; no test is about a loss of power. */
async function memoryFolder() {
  const { path, leastBytes } = MEMORY_FOLDER;
  try {
    const { bavail, bsize } = await statfs(path);
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n');
    const [, , type, options = ''] = mounts.findLast(isOf(path))?.split(' ') ?? [];
    const isFit = type === 'tmpfs' && !options.split(',').includes('noexec');
    return isFit && Math.min(bavail * bsize, freemem()) >= leastBytes ? path : undefined;
  } catch {
    return undefined; // no Linux
  }
}

const isOf = (path) => (mount) => mount.split(' ')[1] === path;

/** One generation at a time, and one more for what changed meanwhile; a failed one prints why. */
function generatedAnew() {
  let [running, again] = [false, false];
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await generate();
    }
    running = false;
  };
}

/** With a PostgreSQL that is there for this run alone; its time counts, since it ends with it. */
async function onPostgres(jest) {
  const postgres = await startPostgres();
  if (postgres.skipped) {
    console.log(`No tests on PostgreSQL: ${postgres.skipped}.`);
    return jest({});
  }
  try {
    return await jest({ TEST_POSTGRES: postgres.url });
  } finally {
    await postgres.stop();
  }
}

export async function readResults(set) {
  const text = await readFile(resultsFile(set), 'utf8').catch(() => null);
  return text === null ? NOTHING_RAN : { ...NOTHING_RAN, ...JSON.parse(text) };
}

/** Flakes and failures once more, so that a log that was cut still names them; numbers come last. */
export function summary({ passed, failed, skipped, failures, flakes = [] }) {
  const named = failures.map(({ name, message }) => `✗ ${name}\n    ${message}`);
  const count = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...flakes.map(tellFlake), ...named, count].join('\n');
}

/** Prints several sets as one; the last line is the numbers alone. */
export function tellSum(sets, cost) {
  const sum = (key) => sets.reduce((total, set) => total + set[key], 0);
  const all = {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    failures: sets.flatMap(({ failures }) => failures),
    flakes: sets.flatMap(({ flakes }) => flakes),
    files: sets.flatMap(({ files }) => files),
    ...cost,
  };
  console.log([timing(all), summary(all)].join('\n'));
  return all;
}

const resultsFile = (set) => join(RESULTS, `${set}.json`);
