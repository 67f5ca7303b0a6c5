import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { ownCommand } from '../own-command.js';

/**
 * Command line that runs a program in a job: ending its first process ends all that it started. Not
 * needed for programs that start no others.
 */
export function inJob(
  file: string,
  args: readonly string[],
): { file: string; args: readonly string[] } {
  const own = ownCommand();
  return { file: own.file, args: [...own.args, AGENT_CHILD_COMMANDS.inJob, '--', file, ...args] };
}
