import { build, ensureSqlite, steps } from './steps.mjs';

/** `npm run faults [-- --engine sqlite|postgres|both --only <name> --seconds <n> --quick --write --list]`. */
await steps(ensureSqlite, build);

// From the build, which stands only now.
await import('../faults/command.mjs');
