import { AGENT_CHILD_COMMANDS, SERVICE_NAME } from '@kenny/contract/agent';
import { access } from 'node:fs/promises';
import type { SystemPrograms } from './system-programs.js';
import type { WindowsPaths } from './windows-paths.js';

/** What Windows starts in the session of everybody who logs on; only administrators may write there. */
const AT_LOGON = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run';

/** From now on the helper starts with each session. @throws ServiceFault */
export function placeSessionStart(
  { program }: WindowsPaths,
  programs: SystemPrograms,
): Promise<void> {
  const line = `"${program}" ${AGENT_CHILD_COMMANDS.session}`;
  const value = ['/v', SERVICE_NAME, '/t', 'REG_SZ', '/d', line];
  return programs.must('reg', ['add', AT_LOGON, ...value, '/f']);
}

/** Also where it does not start any more. */
export async function removeSessionStart(programs: SystemPrograms): Promise<void> {
  await programs.try('reg', ['delete', AT_LOGON, '/v', SERVICE_NAME, '/f']);
}

/**
 * Ends the helpers in all sessions, which hold the file of the program. The program that is installed
 * does it: one that knows no helpers has none, and says so by its exit code.
 */
export async function endSessions(
  { program }: Pick<WindowsPaths, 'program'>,
  programs: SystemPrograms,
): Promise<void> {
  try {
    await access(program);
  } catch {
    return; // nothing is installed yet
  }
  await programs.try(program, [AGENT_CHILD_COMMANDS.endSessions, program]);
}
