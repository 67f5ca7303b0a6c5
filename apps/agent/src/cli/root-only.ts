import { EXIT_CODES } from '@kenny/contract/agent';
import { isPrivileged } from '../config/index.js';
import { thisOs } from '../platform/this-os.js';
import { CommandFailure } from './command-failure.js';
import type { Terminal } from './terminal.js';

/** @throws CommandFailure where this command or account cannot set up the service */
export async function mustBeRoot(command: string, { env }: Terminal): Promise<void> {
  if (await isPrivileged(env)) return;
  const how =
    thisOs() === 'windows'
      ? 'an administrator: use a terminal that was opened with "Run as administrator"'
      : 'root: run it as root, or with sudo';
  throw new CommandFailure([`${command} needs ${how}`], EXIT_CODES.refused);
}
