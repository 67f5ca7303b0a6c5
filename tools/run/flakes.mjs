import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { ROOT } from './steps.mjs';

/** So many flakes in one run are no accident any more. */
const FLAKES_THAT_FAIL = 3;
/** So much of each of a flake's two outputs is printed. */
const LINES = 120;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Runs each file that failed once more, by itself. What passes then is a flake: its second numbers
 * count, and its two outputs are kept. What fails again has failed as it did at first.
 *
 * @param results what the reporter kept of the first run
 * @param command how Jest was started, after `node`
 */
export async function rerunFailedFiles(results, command, env) {
  let { passed, failed, skipped, failures } = results;
  const flakes = [];
  for (const file of results.failedFiles) {
    console.log(`▸ ${file.file} failed: once more, by itself`);
    const again = await runAlone(file, command, env);
    if (again.code !== 0 || again.passed === 0) continue;
    passed += again.passed - file.passed;
    failed -= file.failed;
    skipped += again.skipped - file.skipped;
    failures = failures.filter((failure) => failure.file !== file.file);
    flakes.push({ file: file.file, first: file.output, second: again.output });
  }
  return { ...results, passed, failed, skipped, failures, flakes };
}

/** Whether a run with these results has failed. */
export const isFailed = ({ passed, failed, flakes }) =>
  passed === 0 || failed > 0 || flakes.length >= FLAKES_THAT_FAIL;

export const tellFlake = ({ file, first, second }) =>
  [
    `⚠ flake: ${file} failed, then passed by itself; add it to docs/testing.md`,
    '  first run:',
    indented(first),
    '  second run:',
    indented(second),
  ].join('\n');

async function runAlone({ project, path }, command, env) {
  const folder = await mkdtemp(join(tmpdir(), 'kenny-rerun-'));
  const file = join(folder, 'results.json');
  const chosen = project ? ['--selectProjects', project] : [];
  const args = [...command, ...chosen, '--runTestsByPath', path];
  try {
    const { code, output } = await outputOf(args, { ...env, TEST_RESULTS: file });
    const text = await readFile(file, 'utf8').catch(() => '{"passed":0}');
    return { ...JSON.parse(text), code, output };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function outputOf(args, env) {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT_BYTES };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: stripVTControlCharacters(stdout + stderr) });
    });
  });
}

/** The last lines: of a test run those say most. */
const indented = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LINES)
    .map((line) => `    ${line.trimEnd()}`)
    .join('\n');
