import { EXIT_CODES, KENNY_VERSION } from '@kenny/contract';
import { Command, CommanderError } from 'commander';
import { StartupError } from '../errors/index.js';
import { serve } from './serve.command.js';

/** Runs one command line; resolves with the exit code (design §4.1). */
export async function runCli(argv: readonly string[]): Promise<number> {
  let code: number = EXIT_CODES.ok;
  const program = new Command('kenny')
    .description("Self-hosted care for a fleet of PCs, with a person's hand on every change.")
    .version(KENNY_VERSION)
    .exitOverride();
  program
    .command('serve')
    .description('run the server in the foreground')
    .action(async () => {
      code = await serve();
    });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
  if (error instanceof StartupError) {
    console.error(error.message);
    return EXIT_CODES.usage;
  }
  throw error;
}
