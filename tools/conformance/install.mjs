import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs the official conformance runner and the Node 22 it needs, from the lockfile beside this
 * file. They are 240 MB that nobody else needs, so they are no part of the workspace's `npm ci`.
 */
const folder = dirname(fileURLToPath(import.meta.url));
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
