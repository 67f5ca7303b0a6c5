import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { reasonOf } from './errors.js';

const MAKING_MS = 600_000;

/** Of the whole test run; of this file alone when Jest was started by hand. */
const RUN_FOLDER = process.env['TEST_RUN_FOLDER'] ?? ownFolder();

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kenny-e2e-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * What several files need and none of them changes, made by the first that asks; the others wait.
 * @returns its folder, which `make` finds empty
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(RUN_FOLDER, name);
  const [ready, failed] = [`${folder}.ready`, `${folder}.failed`];
  try {
    mkdirSync(folder);
  } catch (error) {
    if (reasonOf(error) !== 'EEXIST') throw error;
    await eventually(
      `${name} is made`,
      () => existsSync(ready) || existsSync(failed) || undefined,
      MAKING_MS,
    );
    if (existsSync(failed)) throw new Error(`making ${name} failed, in the file that made it`);
    return folder;
  }
  try {
    await make(folder);
    writeFileSync(ready, '');
    return folder;
  } catch (error) {
    writeFileSync(failed, '');
    throw error;
  }
}
