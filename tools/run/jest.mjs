import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run, ROOT } from './steps.mjs';

const RESULTS = join(ROOT, '.test-results');

/**
 * Runs one set of Jest projects, closes with `N passed, N failed` and keeps the numbers for
 * `.ci/run`. Arguments go to Jest as they are. A run without a single test is a failure.
 */
export async function runJest(set, args = [], env = {}) {
  const file = join(RESULTS, `${set}.json`);
  await mkdir(RESULTS, { recursive: true });
  await rm(file, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];
  const code = await run(
    process.execPath,
    [...flags, jest, '--json', `--outputFile=${file}`, ...args],
    { env: { ...env, TEST_SET: set } },
  );
  const { passed, failed, skipped } = await countTests(set);
  console.log(countLine({ passed, failed, skipped }));
  return code === 0 && passed === 0 ? 1 : code;
}

export async function countTests(set) {
  const text = await readFile(join(RESULTS, `${set}.json`), 'utf8').catch(() => '{}');
  const result = JSON.parse(text);
  return {
    passed: result.numPassedTests ?? 0,
    // A suite that could not start has no failed test of its own, but it did fail.
    failed: (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0),
    skipped: result.numPendingTests ?? 0,
  };
}

export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
