import { EXIT_CODES } from '@kenny/contract/agent';
import { thisOs } from '../platform/index.js';
import { CommandFailure } from './command-failure.js';

/** @throws CommandFailure where the service cannot be set up by this command or this account. */
export function mustBeRoot(command: string): void {
  if (thisOs() !== 'linux') {
    throw new CommandFailure([`${command} works on Linux; elsewhere the agent is set up by hand`]);
  }
  if (process.getuid?.() === 0) return;
  throw new CommandFailure(
    [`${command} needs root: run it as root, or with sudo`],
    EXIT_CODES.refused,
  );
}
