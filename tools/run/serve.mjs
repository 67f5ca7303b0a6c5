import { build, ensureSqlite, node, steps } from './steps.mjs';

await steps(ensureSqlite, build, () =>
  node('apps/server/bundle/kenny.mjs', ['serve', ...process.argv.slice(2)]),
);
