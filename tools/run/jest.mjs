import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailed, rerunFailedFiles, tellFlake } from './flakes.mjs';
import { run, ROOT } from './steps.mjs';

const RESULTS = process.env.TEST_RESULTS_FOLDER ?? join(ROOT, '.test-results');
const NOTHING_RAN = { passed: 0, failed: 0, skipped: 0, failures: [], failedFiles: [], flakes: [] };

/**
 * Runs one set of Jest projects, closes with the failures by name and `N passed, N failed`, and
 * keeps both for `.ci/run`. Arguments go to Jest as they are. A run without a single test is a
 * failure. With TEST_RERUN, which only `.ci/run` sets, a file that failed gets a second run.
 */
export async function runJest(set, args = [], env = {}) {
  const file = resultsFile(set);
  await mkdir(RESULTS, { recursive: true });
  await rm(file, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const command = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', jest, ...args];
  const code = await run(process.execPath, command, {
    env: { ...env, TEST_SET: set, TEST_RESULTS: file },
  });
  const first = await readResults(set);
  if (!process.env.TEST_RERUN || first.failed === 0) {
    console.log(summary(first));
    return code === 0 && first.passed === 0 ? 1 : code;
  }
  const results = await rerunFailedFiles(first, command, { ...env, TEST_SET: set });
  await writeFile(file, JSON.stringify(results));
  console.log(summary(results));
  return isFailed(results) ? 1 : 0;
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

const resultsFile = (set) => join(RESULTS, `${set}.json`);
