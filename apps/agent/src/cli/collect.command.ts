import { AGENT_COLLECT_COMMAND, EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

/**
 * The short-lived child of the service on Windows, which calls the system's own libraries: a fault in
 * there ends it and not the service. Not for people, so the help does not show it.
 */
export function addCollectCommand(
  program: Command,
  terminal: Terminal,
  exit: (code: ExitCode) => void,
): void {
  program
    .command(AGENT_COLLECT_COMMAND, { hidden: true })
    .requiredOption('--parts <names>', 'what to read, separated by commas')
    .action(async ({ parts }: { parts: string }) => {
      const { collectParts } = await import('../platform/windows/native/collect-parts.js');
      const { loadNativeLibrary } = await import('../platform/windows/native/library.js');
      await collectParts(parts.split(','), loadNativeLibrary, (line) => terminal.print(line));
      exit(EXIT_CODES.ok);
    });
}
