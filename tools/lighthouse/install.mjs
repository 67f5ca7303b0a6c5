import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs Lighthouse from the lockfile beside this file. Its 200 packages are no part of the
 * workspace's `npm ci`, because nothing of the product needs them.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
// Written last: an install that was cut off has none.
const mark = join(folder, 'node_modules/.installed-from');

if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) process.exit(0);
// One of its packages names as a peer a newer list of third parties than Lighthouse itself takes.
const { status } = spawnSync(
  'npm',
  ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
  {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
if (status === 0) writeFileSync(mark, wanted);
process.exit(status ?? 1);
