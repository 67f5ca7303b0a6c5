import { runJest } from './jest.mjs';
import { ensureSqlite, steps } from './steps.mjs';

await steps(ensureSqlite, () => runJest('unit', process.argv.slice(2)));
