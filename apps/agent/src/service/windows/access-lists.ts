import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorText } from '../../errors/error-code.js';
import { ServiceFault } from '../service-control.js';
import type { SystemPrograms } from './system-programs.js';
import type { WindowsPaths } from './windows-paths.js';

/** Accounts by number: their names are translated on a Windows of another language. */
const ACCOUNTS = { system: '*S-1-5-18', administrators: '*S-1-5-32-544', users: '*S-1-5-32-545' };

const PREPARED = '; if somebody prepared it, remove it and try again';
const WHOLE = '(OI)(CI)F';
const GUARDIANS = [`${ACCOUNTS.system}:${WHOLE}`, `${ACCOUNTS.administrators}:${WHOLE}`];

/** A key that others could read would let them become this PC. */
const ONLY_SYSTEM: readonly string[] = GUARDIANS;
/** Everybody may look at the switch, and nobody else may replace or remove its file. */
export const SWITCH_FOLDER: readonly string[] = [...GUARDIANS, `${ACCOUNTS.users}:(OI)(CI)RX`];

/**
 * Gives a folder and everything in it to the administrators, with exactly these rights: whoever made
 * it before us keeps none, because in `%ProgramData%` everybody may make folders.
 * @throws ServiceFault, also for a link in it: the rights of what it leads to would be changed
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
  // Now that it is ours nobody can put one there any more.
  await refuseLinks(folder);
}

/** @throws ServiceFault for a folder that is a link (a junction counts as one), or has one in it */
async function refuseLinks(folder: string): Promise<void> {
  const why = await linkIn(folder).then((link) => link && `${link} is a link`, errorText);
  if (why !== undefined) throw new ServiceFault(`${why}${PREPARED}`);
}

/** The first link in a tree. What is gone is none; what cannot be looked into is an error. */
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
 * Keeps everybody else out of the state folder, twice: with the program that Windows has for it, and
 * by a child that calls Windows itself and looks afterwards whether it is so.
 */
export async function lockState(
  { program, stateFolder }: Pick<WindowsPaths, 'program' | 'stateFolder'>,
  programs: SystemPrograms,
): Promise<void> {
  await lockFolder(stateFolder, ONLY_SYSTEM, programs);
  await programs.must(program, [AGENT_CHILD_COMMANDS.lock, stateFolder]);
}

/** Lets everybody at this PC write into the file. */
export function openTo(file: string, programs: SystemPrograms): Promise<void> {
  return programs.must('icacls', [file, '/grant', `${ACCOUNTS.users}:(R,W)`, '/Q']);
}
