import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes log files rotated by a program that never deletes them, as nssm does: it appends the time
 * to the stem, so that they sort by age.
 * @param stems of the files: `out` for `out-20260604T120000.000.log`
 * @param keep how many of each stay
 */
export async function pruneRotated(
  folder: string,
  stems: readonly string[],
  keep: number,
): Promise<void> {
  const names = await readdir(folder);
  for (const stem of stems) {
    const rotated = names.filter((name) => isRotated(name, stem)).sort();
    for (const name of rotated.slice(0, Math.max(0, rotated.length - keep))) {
      await rm(join(folder, name), { force: true });
    }
  }
}

const isRotated = (name: string, stem: string): boolean =>
  name.startsWith(`${stem}-`) && /^\d{8}T\d{6}\.\d{3}\.log$/.test(name.slice(stem.length + 1));
