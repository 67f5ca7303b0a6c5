import { runJest } from '../run/jest.mjs';
import { build, ensureSqlite, steps } from '../run/steps.mjs';

/**
 * `npm run gen:screens`: takes the pictures of `docs/guides/dashboard.md` and
 * `docs/guides/tasks.md` anew, of the built dashboard
 * on a real server. Not part of `npm run gen`: it needs a browser, and fonts differ between machines.
 */
await steps(ensureSqlite, build, () => runJest('screens', ['--runInBand']));
