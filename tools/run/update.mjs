import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
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
const LONGEST_REASON = 300;

/**
 * @param {{ root: string; dataDir: string }} place - `root`: kenny's folder; `dataDir`: where the server reads how it went
 * @param {AbortSignal} [stop] - ends it; the next start finishes it
 */
export async function update(place, stop) {
  let from;
  try {
    from = (await run(place, stop, 'git', ['rev-parse', 'HEAD'])).said;
  } catch (error) {
    return keep(place, { state: 'done', at: now(), trouble: error.message });
  }
  keep(place, { state: 'running', from });
  await bring(place, stop, from, false);
}

/**
 * Of an update that was cut off nobody knows how far it came.
 * @param {{ root: string; dataDir: string }} place
 * @param {AbortSignal} [stop]
 */
export async function finishUpdate(place, stop) {
  const kept = read(place);
  if (kept?.state !== 'running') return;
  console.log('kenny was ended while it was updated. That goes on now.');
  await bring(place, stop, kept.from, true);
}

async function bring(place, stop, from, everything) {
  let trouble = null;
  let tornPackages = everything;
  try {
    await run(place, stop, 'git', PULL);
    tornPackages ||= await packagesDiffer(place, stop, from);
    await makeReady(place, stop, tornPackages);
  } catch (error) {
    if (stop?.aborted) return;
    trouble = error.message;
    console.error(`kenny could not be updated: ${trouble}`);
    await putBack(place, stop, from, tornPackages).catch((again) => {
      trouble = `${trouble} The version of before could not be put back either: ${again.message}`;
    });
  }
  if (stop?.aborted) return;
  keep(place, { state: 'done', at: now(), trouble });
}

async function putBack(place, stop, from, tornPackages) {
  const { said } = await run(place, stop, 'git', ['rev-parse', 'HEAD']);
  if (said === from && !tornPackages) return;
  await run(place, stop, 'git', ['reset', '--quiet', '--keep', from]);
  await makeReady(place, stop, tornPackages);
}

async function makeReady(place, stop, withPackages) {
  if (withPackages) await run(place, stop, npm(), ['ci']);
  await run(place, stop, npm(), ['run', 'build']);
}

async function packagesDiffer(place, stop, from) {
  const args = ['diff', '--name-only', from, 'HEAD', '--', ...PACKAGES];
  return (await run(place, stop, 'git', args)).said !== '';
}

/** Beside the Node that runs this: a service's path may have none, or another. */
function npm() {
  const own = join(dirname(process.execPath), 'npm');
  return existsSync(own) ? own : 'npm';
}

/** Shows what it prints. Fails with what it said last, unless it ends with 0. */
function run({ root }, stop, program, args) {
  const words = `“${[program.split('/').at(-1), ...args.filter((one) => /^[a-z]+$/.test(one))].join(' ')}”`;
  console.log(`> ${program} ${args.join(' ')}`);
  return new Promise((done, fail) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: root, env: environment(), stdio, signal: stop });
    let [said, complaint] = ['', ''];
    child.stdout.on('data', (data) => {
      process.stdout.write(data);
      said = (said + data).slice(-LONGEST_REASON);
    });
    child.stderr.on('data', (data) => {
      process.stderr.write(data);
      complaint = (complaint + data).slice(-LONGEST_REASON);
    });
    child.on('error', (error) => fail(new Error(`${words} could not be run: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) return done({ said: said.trim() });
      const last = complaint.trim().split('\n').at(-1);
      fail(new Error(`${words} ended with code ${code}. ${last}`.trim()));
    });
  });
}

/** kenny's settings hold secrets, which no script of a package is to have. */
function environment() {
  const others = Object.entries(process.env).filter(([name]) => !/^(KENNY|ANTHROPIC)_/.test(name));
  return {
    ...Object.fromEntries(others),
    PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    // Whoever pressed the button is not at this terminal.
    GIT_TERMINAL_PROMPT: '0',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    LC_ALL: 'C.UTF-8',
  };
}

const now = () => new Date().toISOString();

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
