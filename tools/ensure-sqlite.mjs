/**
 * Makes sure that sqlite3's native part can be loaded, and says what it does about it (ADR 0002).
 * Install scripts are off in this workspace, so after `npm ci` it may not have been built yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUILD_PACKAGES = ['build-essential', 'python3'];

const say = (text) => process.stdout.write(`sqlite3: ${text}\n`);

/** In a process of its own: a half-built binary may crash, and a failed load cannot be repeated. */
function loads() {
  const code =
    "const d = new (require('sqlite3').Database)(':memory:');" +
    "d.get('SELECT 1 AS one', (e, row) => process.exit(e || row.one !== 1 ? 1 : 0));";
  return spawnSync(process.execPath, ['-e', code], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** The quick way when all is well: no second process, just the file and its ABI check. */
function loadsHere() {
  try {
    createRequire(join(root, 'package.json'))('sqlite3');
    return true;
  } catch {
    return false;
  }
}

function run(program, args, env = {}) {
  say(`$ ${[program, ...args].join(' ')}`);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

const has = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const canCompile = () => has('make') && has('g++') && has('python3');

function installCompiler() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !has('apt-get')) return;
  say(`installing ${BUILD_PACKAGES.join(' and ')} to compile it`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...BUILD_PACKAGES];
  if (run('apt-get', install, quiet)) return;
  run('apt-get', ['update'], quiet);
  run('apt-get', install, quiet);
}

/** Node's own headers, when they lie beside it: compiling then needs no download. */
function headers() {
  const prefix = join(dirname(realpathSync(process.execPath)), '..');
  const found = existsSync(join(prefix, 'include', 'node', 'node_api.h'));
  return found ? { npm_config_nodedir: prefix } : {};
}

function rebuild() {
  say('building its native part; compiling takes about two minutes');
  return run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], headers());
}

function giveUp() {
  const what = existsSync(join(root, 'node_modules', 'sqlite3'))
    ? 'install a C++ compiler, make and python3 (Debian: apt install build-essential python3), then run `npm rebuild sqlite3 --ignore-scripts=false`'
    : 'run `npm ci` first';
  process.stderr.write(`sqlite3: its native part cannot be loaded: ${what}.\n`);
  process.exit(1);
}

if (!loadsHere()) {
  if (!existsSync(join(root, 'node_modules', 'sqlite3'))) giveUp();
  say('its native part is not there yet');
  // A prebuilt binary needs no compiler, but whether there is one only shows when it is needed.
  if (!canCompile()) installCompiler();
  rebuild();
  if (!loads()) giveUp();
  say('ready');
}
