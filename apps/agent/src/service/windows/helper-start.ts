import { AGENT_CHILD_COMMANDS, SERVICE_NAME } from '@kenny/contract/agent';
import { access } from 'node:fs/promises';
import type { SystemPrograms } from './system-programs.js';
import type { WindowsPaths } from './windows-paths.js';

/** Windows starts what is listed here in each desktop session; only administrators may write it. */
const AT_LOGON = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run';

/** From now on the helper starts with each desktop session. @throws ServiceFault */
export function placeHelperStart(
  { program }: WindowsPaths,
  programs: SystemPrograms,
): Promise<void> {
  const line = `"${program}" ${AGENT_CHILD_COMMANDS.session}`;
  const value = ['/v', SERVICE_NAME, '/t', 'REG_SZ', '/d', line];
  return programs.must('reg', ['add', AT_LOGON, ...value, '/f']);
}

export async function removeHelperStart(programs: SystemPrograms): Promise<void> {
  await programs.try('reg', ['delete', AT_LOGON, '/v', SERVICE_NAME, '/f']);
}

/**
 * Ends the helpers in all desktop sessions, since they hold the program's file. The installed program
 * does it: one that is too old for helpers has none.
 */
export async function endHelpers(
  { program }: Pick<WindowsPaths, 'program'>,
  programs: SystemPrograms,
): Promise<void> {
  try {
    await access(program);
  } catch {
    return; // not installed yet
  }
  await programs.try(program, [AGENT_CHILD_COMMANDS.endSessions, program]);
}
