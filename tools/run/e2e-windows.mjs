import { runJest } from './jest.mjs';
import { build, ensureSqlite, steps } from './steps.mjs';

await steps(ensureSqlite, build, () =>
  runJest('windows', ['--runInBand', ...process.argv.slice(2)]),
);
