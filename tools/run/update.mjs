import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Brings kenny's own folder up to date, while kenny does not run (ADR 0110): git pull, the packages
 * if they changed, the build. Where that fails, the version of before is put back. Node's own modules
 * alone: all others are replaced meanwhile.
 */

/** SERVER_FILES.update, which is not there while packages are replaced. */
export const UPDATE_FILE = 'update.json';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** As the server has it that is started here. */
export const HERE = {
  root: ROOT,
  dataDir: resolve(ROOT, process.env.KENNY_DATA_DIR ?? '.kenny'),
};

const PULL = [
  // A line that has gone silent would be waited for without end.
  ...['-c', 'http.lowSpeedLimit=1000', '-c', 'http.lowSpeedTime=60'],
  ...['pull', '--quiet', '--ff-only', '--no-tags', '--no-recurse-submodules'],
];
const PACKAGES = ['package-lock.json', ':(glob)**/package.json'];
const MOST_SAID = 4_000;
const REASON_LINES = 3;
const LONGEST_REASON = 400;

/**
 * @typedef {{ root: string; dataDir: string }} Place - `root`: kenny's folder; `dataDir`: where the
 *   server reads how it went
 * @typedef {{ from: string; branch: string }} Started - the commit that runs, and its branch; empty
 *   where git does not say
 */

/**
 * What this kenny is, to be asked before anything changes it.
 * @param {Place} place
 * @returns {Started}
 */
export function startedFrom({ root }) {
  const ask = (...args) =>
    (
      spawnSync('git', args, { cwd: root, encoding: 'utf8', env: environment() }).stdout ?? ''
    ).trim();
  return { from: ask('rev-parse', 'HEAD'), branch: ask('symbolic-ref', '--quiet', 'HEAD') };
}

/**
 * @param {Place} place
 * @param {Started} started
 * @param {AbortSignal} [stop] - ends it; the next start finishes it
 */
export async function update(place, started, stop) {
  keep(place, { state: 'running', ...started });
  await bring(place, started, stop, false);
}

/**
 * Of an update that was cut off, or that could not even be undone, nobody knows how far it came.
 * @param {Place} place
 * @param {AbortSignal} [stop]
 */
export async function finishUpdate(place, stop) {
  const kept = read(place);
  if (kept?.state !== 'running') return;
  console.log('kenny was ended while it was updated. That goes on now.');
  await bring(place, kept, stop, true);
}

async function bring(place, started, stop, everything) {
  let trouble = null;
  let tried;
  const touched = { packages: everything, build: everything };
  try {
    const { branch } = startedFrom(place);
    if (branch === '' || branch !== started.branch)
      throw new Error('kenny’s folder is on another branch than the one that was started.');
    await run(place, stop, 'git', PULL);
    touched.packages ||= await packagesDiffer(place, started, stop);
    touched.build = true;
    await makeReady(place, stop, touched.packages);
    tried = started;
  } catch (error) {
    if (stop?.aborted) return;
    trouble = error.message;
    console.error(`kenny could not be updated: ${trouble}`);
    try {
      await putBack(place, started, stop, touched);
    } catch (again) {
      // The next start tries all of it anew.
      console.error(`The version of before could not be put back: ${again.message}`);
      return;
    }
  }
  if (stop?.aborted) return;
  keepDone(place, trouble, tried);
}

/**
 * The newer version answers: it is not put back any more.
 * @param {Place} place
 */
export function updateHolds(place) {
  const { tried, ...kept } = read(place) ?? {};
  if (tried === undefined) return;
  try {
    keep(place, kept);
  } catch (error) {
    console.error(`That kenny works could not be noted: ${error.message}`);
  }
}

/**
 * Puts the version of before back where the newer one does not start.
 * @param {Place} place
 * @param {string} why
 * @param {AbortSignal} [stop] - ends it; the next start updates anew
 * @returns whether there was one, and it is back
 */
export async function undoUpdate(place, why, stop) {
  const { tried, commit } = read(place) ?? {};
  // What somebody has brought by hand since is theirs.
  if (tried === undefined || commit !== startedFrom(place).from) return false;
  const trouble = `The newer kenny did not start: ${why}.`;
  console.error(`${trouble} The version of before is put back.`);
  try {
    keep(place, { state: 'running', ...tried });
    const packages = await packagesDiffer(place, tried, stop);
    await putBack(place, tried, stop, { packages, build: false });
    if (stop?.aborted) return false;
    keepDone(place, trouble);
  } catch (error) {
    console.error(`The version of before could not be put back: ${error.message}`);
    return false;
  }
  return true;
}

/** @param {Started} [tried] - what to go back to, unless the newer version answers */
function keepDone(place, trouble, tried) {
  const { from: commit } = startedFrom(place);
  const at = new Date().toISOString();
  keep(place, {
    ...{ state: 'done', at, commit, trouble },
    ...(tried !== undefined && tried.from !== commit && { tried }),
  });
}

/** Only what came with this update: never a branch that somebody is on since, or their commits. */
async function putBack(place, { from, branch }, stop, touched) {
  const now = startedFrom(place);
  const isOurs = now.branch === branch && branch !== '' && now.from !== from;
  if (isOurs) {
    await run(place, stop, 'git', ['merge-base', '--is-ancestor', from, 'HEAD']);
    await run(place, stop, 'git', ['reset', '--quiet', '--keep', from]);
  }
  if (isOurs || touched.build) await makeReady(place, stop, touched.packages);
}

async function makeReady(place, stop, withPackages) {
  if (withPackages) await run(place, stop, npm(), ['ci']);
  await run(place, stop, npm(), ['run', 'build']);
}

async function packagesDiffer(place, { from }, stop) {
  const args = ['diff', '--name-only', from, 'HEAD', '--', ...PACKAGES];
  return (await run(place, stop, 'git', args)) !== '';
}

/** Beside the Node that runs this: a service's path may have none, or another. */
function npm() {
  const own = join(dirname(process.execPath), 'npm');
  return existsSync(own) ? own : 'npm';
}

/**
 * Shows what it prints. In a group of its own: what it started ends with it, and none of them can
 * ask at a terminal at which nobody sits. Fails with why, unless it ends with 0.
 */
function run({ root }, stop, program, args) {
  const words = `“${[basename(program), ...args.filter((one) => /^[a-z]+$/.test(one))].join(' ')}”`;
  console.log(`> ${program} ${args.join(' ')}`);
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      ...{ cwd: root, env: environment(), detached: true },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
    stop?.addEventListener('abort', end);
    if (stop?.aborted) end();
    let [said, complaint] = ['', ''];
    child.stdout.on('data', (data) => {
      process.stdout.write(data);
      said = (said + data).slice(-MOST_SAID);
    });
    child.stderr.on('data', (data) => {
      process.stderr.write(data);
      complaint = (complaint + data).slice(-MOST_SAID);
    });
    child.on('error', (error) => fail(new Error(`${words} could not be run: ${error.message}`)));
    child.on('close', (code) => {
      stop?.removeEventListener('abort', end);
      if (code === 0) return done(said.trim());
      fail(new Error(`${words} ended with code ${code}. ${reason(complaint)}`.trim()));
    });
  });
}

/** What git and npm call an error, if they do; else what was said last. Not where more of it is. */
function reason(complaint) {
  const lines = complaint
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) => line !== '' && !/A complete log of this run|^Aborting$|^npm error$/.test(line),
    );
  const first = lines.findIndex((line) => /^(error|fatal|npm error)\b/.test(line));
  const telling =
    first === -1 ? lines.slice(-REASON_LINES) : lines.slice(first, first + REASON_LINES);
  return telling.join(' ').slice(0, LONGEST_REASON);
}

/** kenny's settings hold secrets, which no script of a package is to have. */
function environment() {
  const others = Object.entries(process.env).filter(([name]) => !/^(KENNY|ANTHROPIC)_/.test(name));
  return {
    ...Object.fromEntries(others),
    PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    // Whoever pressed the button is not at this terminal.
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C.UTF-8',
  };
}

function keep({ dataDir }, state) {
  const file = join(dataDir, UPDATE_FILE);
  // Whole or not at all, since the next start goes by it.
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function read({ dataDir }) {
  try {
    return JSON.parse(readFileSync(join(dataDir, UPDATE_FILE), 'utf8'));
  } catch {
    return undefined;
  }
}
