import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Installs what some tests run and nobody else needs, from the lockfile in that folder: hundreds of
 * megabytes that are no part of the workspace's `npm ci`.
 *
 * `node tools/run/install-apart.mjs tools/conformance`
 */
const folder = resolve(process.argv[2] ?? '');
const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
// Written last: an install that was cut off has none.
const mark = join(folder, 'node_modules/.installed-from');

if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) process.exit(0);
const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: folder,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (status === 0) writeFileSync(mark, wanted);
process.exit(status ?? 1);
