import { build, ensureSqlite, steps } from './steps.mjs';
import { shareByTailscale, TailscaleTrouble } from './tailscale.mjs';

/**
 * `npm start`: builds what changed, starts the server and an agent for this very PC. With `--demo`,
 * the server and PCs that are made up; with `--tailscale`, for your other devices, too.
 */
const DEMO = '--demo';
const TAILSCALE = '--tailscale';
const options = process.argv.slice(2);
const known = options.length < 2 && options.every((one) => [DEMO, TAILSCALE].includes(one));
if (!known) {
  console.error(
    `npm start does not know ${options.join(' ')}. It knows: npm start -- ${DEMO}, ` +
      `npm start -- ${TAILSCALE}`,
  );
  process.exit(2);
}
// First: what is missing is said before minutes of building.
if (options.includes(TAILSCALE)) {
  try {
    Object.assign(process.env, await shareByTailscale());
  } catch (error) {
    if (!(error instanceof TailscaleTrouble)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
await steps(ensureSqlite, build);

// They import what was built just now.
if (options.includes(DEMO)) await (await import('../demo/demo.mjs')).runDemo();
else await import('./start-here.mjs');
