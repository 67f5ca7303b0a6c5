import { runAndEnd } from './cli/run-and-end.js';

await runAndEnd(process.argv.slice(2));
