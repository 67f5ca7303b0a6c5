import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { isSea } from 'node:sea';

/** How this program starts itself again: as the one file it is, or as Node with its bundle. */
export function ownProgram(): { file: string; args: readonly string[] } {
  const bundle = process.argv[1];
  return { file: process.execPath, args: isSea() || bundle === undefined ? [] : [bundle] };
}

/**
 * The command line that runs a program in a job: when its first process is ended, so is all that it
 * started. For programs that start others; those that do not need none.
 */
export function inJob(
  file: string,
  args: readonly string[],
): { file: string; args: readonly string[] } {
  const own = ownProgram();
  return { file: own.file, args: [...own.args, AGENT_CHILD_COMMANDS.inJob, '--', file, ...args] };
}
