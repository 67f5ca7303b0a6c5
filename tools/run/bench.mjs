import { build, ensureSqlite, steps } from './steps.mjs';

/** `npm run bench [-- <rows or groups> --quick --json <file> --cpu-prof <folder>]`. */
await steps(ensureSqlite, build);

// From the build, which stands only now.
const { bench } = await import('../bench/bench.mjs');
process.exitCode = await bench(process.argv.slice(2));
