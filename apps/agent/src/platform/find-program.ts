import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** System folders first, so that nothing in /usr/local can stand in for a system program. */
const PROGRAM_FOLDERS = [
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
];

const PROGRAM_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;

/** `PATH` of every program that the agent starts: the folders that it searches itself. */
export const PROGRAM_PATH = PROGRAM_FOLDERS.join(':');

/**
 * Absolute path of a program, from fixed system folders only (never the caller's `PATH`), or
 * undefined when it is not installed.
 * @throws TypeError when `name` is not a bare program name.
 */
export async function findProgram(
  name: string,
  folders: readonly string[] = PROGRAM_FOLDERS,
): Promise<string | undefined> {
  if (!PROGRAM_NAME.test(name)) throw new TypeError(`not a program name: ${JSON.stringify(name)}`);
  for (const folder of folders) {
    const file = join(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Missing, unreadable or a dangling link: not in this folder.
    return false;
  }
}
