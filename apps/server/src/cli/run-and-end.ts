import { runCli } from './program.js';

/** What a command has left open when it is done may take this long to end by itself. */
const LEFTOVERS_MS = 500;

/** The whole life of the process: one command line, then its end, with its code in any case. */
export async function runAndEnd(argv: readonly string[]): Promise<void> {
  process.exitCode = await runCli(argv);
  // Does not keep the process: it matters only when something else does.
  setTimeout(() => process.exit(), LEFTOVERS_MS).unref();
}
