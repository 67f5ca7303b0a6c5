import { build, ensureSqlite, steps } from './steps.mjs';
import { finishUpdate, HERE } from './update.mjs';

/**
 * `npm start`: builds what changed, starts the server and an agent for this very PC. With `--demo`,
 * the server and PCs that are made up.
 */
const DEMO = '--demo';
const options = process.argv.slice(2);
if (options.length > 1 || options.some((one) => one !== DEMO)) {
  console.error(`npm start does not know ${options.join(' ')}. It knows: npm start -- ${DEMO}`);
  if (options.includes('--tailscale')) {
    console.error('What --tailscale did is a button now: Settings, Phone and other devices.');
  }
  process.exit(2);
}
if (!options.includes(DEMO)) await finishUpdate(HERE);
await steps(ensureSqlite, build);

// They import what was built just now.
if (options.includes(DEMO)) await (await import('../demo/demo.mjs')).runDemo();
else await import('./start-here.mjs');
