import { runJest } from './jest.mjs';
import { build, ensureSqlite, steps } from './steps.mjs';

await steps(ensureSqlite, build, () =>
  runJest('e2e', ['--runInBand', '--testPathPatterns', 'linux-service', ...process.argv.slice(2)]),
);
