import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCodeCurrent } from '../gen/stamp.mjs';

/** The workspace's root, from wherever a script is started. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Nx without its daemon, cloud and terminal interface: a script's output is for people. */
export const NX_ENV = {
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
  FORCE_COLOR: '0',
};

/** Runs a program in the workspace, showing its output; resolves with its exit code. */
export function run(program, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(output);
      resolve(code ?? 1);
    });
  });
}

export const node = (script, args = [], options = {}) =>
  run(process.execPath, [join(ROOT, script), ...args], options);

/** Runs the steps in order; the first that fails ends the program with its code. */
export async function steps(...list) {
  for (const step of list) {
    const code = await step();
    if (code !== 0) process.exit(code);
  }
}

export const ensureSqlite = () => node('tools/ensure-sqlite.mjs');

/** Writes the code that is not in git, if what it is made from has changed. */
export const generate = async () =>
  isCodeCurrent(ROOT) ? 0 : node('tools/gen/gen.mjs', ['--code'], { quiet: true });

export const build = () => nxBuild('run-many', '-t', 'build', '--outputStyle=static');

/** Builds one project and what it stands on. */
export const buildProject = (name) => () => nxBuild('run', `@kenny/${name}:build`);

async function nxBuild(...args) {
  // Nx puts there anew what it has built, changed or not: other programs may just start from it.
  if (process.env.TESTS_HAVE_BUILT) return 0;
  const code = await generate();
  if (code !== 0) return code;
  return node('node_modules/nx/dist/bin/nx.js', args, { env: NX_ENV, quiet: true });
}
