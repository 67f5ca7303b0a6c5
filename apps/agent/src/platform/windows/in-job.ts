import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { ownCommand } from '../own-command.js';

/**
 * The command line that runs a program in a job: when its first process is ended, so is all that it
 * started. For programs that start others; those that do not need none.
 */
export function inJob(
  file: string,
  args: readonly string[],
): { file: string; args: readonly string[] } {
  const own = ownCommand();
  return { file: own.file, args: [...own.args, AGENT_CHILD_COMMANDS.inJob, '--', file, ...args] };
}
