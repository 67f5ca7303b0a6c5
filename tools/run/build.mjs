import { build, ensureSqlite, steps } from './steps.mjs';

await steps(ensureSqlite, build);
