import { runCli } from '../src/cli/program.js';

/** What `main.ts` does, for a spec that runs the command line in a process of its own. */
process.exitCode = await runCli(process.argv.slice(2));
