import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorText } from '../../errors/error-code.js';
import { ServiceFault } from '../service-control.js';
import type { SystemPrograms } from './system-programs.js';
import type { WindowsPaths } from './windows-paths.js';

/** Accounts by SID: their names are translated. */
const ACCOUNTS = { system: '*S-1-5-18', administrators: '*S-1-5-32-544', users: '*S-1-5-32-545' };

const PREPARED = '; if somebody prepared it, remove it and try again';
const WHOLE = '(OI)(CI)F';
const GUARDIANS = [`${ACCOUNTS.system}:${WHOLE}`, `${ACCOUNTS.administrators}:${WHOLE}`];

/** Whoever can read the key can impersonate this PC. */
const ONLY_SYSTEM: readonly string[] = GUARDIANS;
/** Everybody may read the switch; nobody else may replace or remove its file. */
export const SWITCH_FOLDER: readonly string[] = [...GUARDIANS, `${ACCOUNTS.users}:(OI)(CI)RX`];

/**
 * Gives a folder and everything in it to the administrators, with exactly these rights: whoever
 * created it before us keeps none, because everybody may create folders in `%ProgramData%`.
 * @throws ServiceFault, also for a link in it: its target's rights would be changed
 */
export async function lockFolder(
  folder: string,
  rights: readonly string[],
  programs: SystemPrograms,
): Promise<void> {
  await refuseLinks(folder);
  const quiet = ['/T', '/C', '/Q'];
  await programs.must('icacls', [folder, '/setowner', ACCOUNTS.administrators, ...quiet]);
  await programs.must('icacls', [folder, '/reset', ...quiet]);
  await programs.must('icacls', [folder, '/inheritance:r', '/grant:r', ...rights, '/Q']);
  // Check again: from now on nobody else can add one.
  await refuseLinks(folder);
}

/** @throws ServiceFault for a folder that is a link (or junction), or has one in it */
async function refuseLinks(folder: string): Promise<void> {
  const why = await linkIn(folder).then((link) => link && `${link} is a link`, errorText);
  if (why !== undefined) throw new ServiceFault(`${why}${PREPARED}`);
}

/** The first link in a tree. A vanished entry is none; an unreadable one is an error. */
async function linkIn(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return path;
    if (!found.isDirectory()) return undefined;
    for (const name of await readdir(path)) {
      const link = await linkIn(join(path, name));
      if (link !== undefined) return link;
    }
    return undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Restricts the state folder twice: with `icacls`, and by a child with native calls that verifies
 * the result.
 */
export async function lockState(
  { program, stateFolder }: Pick<WindowsPaths, 'program' | 'stateFolder'>,
  programs: SystemPrograms,
): Promise<void> {
  await lockFolder(stateFolder, ONLY_SYSTEM, programs);
  await programs.must(program, [AGENT_CHILD_COMMANDS.lock, stateFolder]);
}

/** Lets every user of this PC write the file. */
export function openTo(file: string, programs: SystemPrograms): Promise<void> {
  return programs.must('icacls', [file, '/grant', `${ACCOUNTS.users}:(R,W)`, '/Q']);
}
