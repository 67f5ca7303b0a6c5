import { runAndEnd } from '../src/cli/run-and-end.js';

/** What `main.ts` does, for a spec that runs the command line in a process of its own. */
await runAndEnd(process.argv.slice(2));
