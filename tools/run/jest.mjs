import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run, ROOT } from './steps.mjs';

const RESULTS = join(ROOT, '.test-results');
const NOTHING_RAN = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * Runs one set of Jest projects, closes with the failures by name and `N passed, N failed`, and
 * keeps both for `.ci/run`. Arguments go to Jest as they are. A run without a single test is a
 * failure.
 */
export async function runJest(set, args = [], env = {}) {
  const file = resultsFile(set);
  await mkdir(RESULTS, { recursive: true });
  await rm(file, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];
  const code = await run(process.execPath, [...flags, jest, ...args], {
    env: { ...env, TEST_SET: set, TEST_RESULTS: file },
  });
  const results = await readResults(set);
  console.log(summary(results));
  return code === 0 && results.passed === 0 ? 1 : code;
}

export async function readResults(set) {
  const text = await readFile(resultsFile(set), 'utf8').catch(() => null);
  return text === null ? NOTHING_RAN : JSON.parse(text);
}

/** Failures once more, so that a log that was cut still names them; the numbers come last. */
export function summary({ passed, failed, skipped, failures }) {
  const named = failures.map(({ name, message }) => `✗ ${name}\n    ${message}`);
  const count = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...named, count].join('\n');
}

const resultsFile = (set) => join(RESULTS, `${set}.json`);
