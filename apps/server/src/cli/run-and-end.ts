import { runCli } from './program.js';

/** Grace period for what a command left open. */
const LEFTOVERS_MS = 500;

/** Runs one command line and ends the process with its exit code. */
export async function runAndEnd(argv: readonly string[]): Promise<void> {
  process.exitCode = await runCli(argv);
  // Unref'd: only matters when something else keeps the process alive.
  setTimeout(() => process.exit(), LEFTOVERS_MS).unref();
}
