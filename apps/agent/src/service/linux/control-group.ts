import { constants } from 'node:fs';
import { chmod, chown, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readControl, writeControl } from '../../control/control-file.js';
import { ServiceFault } from '../service-control.js';
import { trySystemProgram } from './run-system-program.js';

/** People in this group turn the kill switch without being root. */
export const CONTROL_GROUP = 'kenny';

/** The id of a group, made if needed. @throws ServiceFault */
export async function ensureGroup(name = CONTROL_GROUP): Promise<number> {
  const known = await groupId(name);
  if (known !== undefined) return known;
  // shadow's, and BusyBox's.
  const made =
    (await trySystemProgram('groupadd', ['--system', name])) ??
    (await trySystemProgram('addgroup', ['-S', name]));
  const id = await groupId(name);
  if (id !== undefined) return id;
  const why = made?.stderr.trim() || 'groupadd is not installed here';
  throw new ServiceFault(`the group ${name} cannot be made: ${why}`);
}

async function groupId(name: string): Promise<number | undefined> {
  const found = await trySystemProgram('getent', ['group', name]);
  const id = found?.stdout.split(':')[2];
  return id === undefined ? undefined : Number(id);
}

/**
 * The file that the people of the group may write, in a folder that is root's: they can turn the
 * switch and cannot replace or remove its file. What it says is left as it is.
 * @param enabled what a file that is not there yet says
 * @returns what is wrong with it, when it cannot be trusted
 */
export async function placeSwitch(
  file: string,
  group: number,
  enabled: boolean,
): Promise<string | undefined> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chown(folder, 0, 0);
  await chmod(folder, 0o755);
  const before = await readControl(file);
  if (before.kind === 'missing') await writeControl(file, enabled);
  if (before.kind === 'unusable') return before.reason;
  await shareWith(group, file);
  return undefined;
}

async function shareWith(group: number, file: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    await handle.chown(0, group);
    await handle.chmod(0o664);
  } finally {
    await handle.close();
  }
}
