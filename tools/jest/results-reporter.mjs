import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** So much of a failure is told again at the end. */
const LINES = 10;
const LINE_CHARS = 300;

/**
 * Keeps what `tools/run/jest.mjs` says at the end of a run, and `.ci/run` once more: the numbers,
 * every failure by its full name, the files that hold one, and what each took. Jest's own JSON does not say which
 * project (which database) a failure is from.
 */
export default class ResultsReporter {
  #failures = [];
  #failedFiles = [];
  #files = [];

  constructor(globalConfig, { file }) {
    this.root = globalConfig.rootDir;
    this.file = file;
  }

  // Here, not at the end: the results of a suite that could not start do not name its project.
  onTestFileResult({ path, context }, result) {
    const project = context.config.displayName?.name;
    const file = [project, relative(this.root, path)].filter(Boolean).join(' ');
    const { testExecError, testResults, perfStats } = result;
    this.#files.push({ file, seconds: perfStats.runtime / 1000 });
    if (testExecError) this.#keep(file, [], testExecError.message);
    for (const { status, ancestorTitles, title, failureMessages } of testResults) {
      if (status === 'failed') this.#keep(file, [...ancestorTitles, title], failureMessages[0]);
    }
    const failed = result.numFailingTests + (testExecError ? 1 : 0);
    if (failed === 0) return;
    this.#failedFiles.push({
      file,
      project,
      path,
      passed: result.numPassingTests,
      failed,
      skipped: result.numPendingTests,
      output: stripVTControlCharacters(result.failureMessage ?? ''),
    });
  }

  onRunComplete(_contexts, results) {
    writeFileSync(
      this.file,
      JSON.stringify({
        passed: results.numPassedTests,
        // A suite that could not start has no failed test of its own, but it did fail.
        failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
        skipped: results.numPendingTests,
        failures: this.#failures.sort((a, b) => a.name.localeCompare(b.name)),
        failedFiles: this.#failedFiles.sort((a, b) => a.file.localeCompare(b.file)),
        files: this.#files.sort((a, b) => b.seconds - a.seconds),
      }),
    );
  }

  #keep(file, titles, message) {
    const name = [file, ...titles].join(' › ');
    this.#failures.push({ file, name, message: beginning(message) });
  }
}

/** What was expected and what came, without where in the code: enough for a log that was cut. */
function beginning(text = '') {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim().slice(0, LINE_CHARS));
  const stack = lines.findIndex((line) => /^at .+:\d+/.test(line));
  const said = lines.slice(0, stack < 0 ? undefined : stack).filter((line) => line !== '');
  return said.slice(0, LINES).join('\n    ') || 'failed without a message';
}
