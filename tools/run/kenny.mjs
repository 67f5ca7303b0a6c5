import { build, ensureSqlite, node, steps } from './steps.mjs';

await steps(ensureSqlite, build, () => node('apps/server/dist/main.js', process.argv.slice(2)));
