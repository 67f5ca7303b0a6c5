import { build, ensureSqlite, steps } from './steps.mjs';

/**
 * `npm start`: builds what changed, starts the server and an agent for this very PC. With `--demo`,
 * the server and PCs that are made up.
 */
const DEMO = '--demo';
const options = process.argv.slice(2);
const unknown = options.find((option) => option !== DEMO);
if (unknown !== undefined) {
  console.error(`npm start does not know ${unknown}. It knows: npm start -- ${DEMO}`);
  process.exit(2);
}
await steps(ensureSqlite, build);

// They import what was built just now.
if (options.includes(DEMO)) await (await import('../demo/demo.mjs')).runDemo();
else await import('./start-here.mjs');
