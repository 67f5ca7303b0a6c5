import { runJest } from './jest.mjs';
import { startPostgres } from './postgres.mjs';
import { ensureSqlite, steps } from './steps.mjs';

const given = process.argv.slice(2);
// As many workers as cores: Jest keeps one free, which on two cores is half of them. Said twice, it
// takes the two for one number: `-w 1` would become a hundred.
const workers = /^(-w|-i$|--maxWorkers|--runInBand)/;
const args = given.some((arg) => workers.test(arg)) ? given : ['--maxWorkers=100%', ...given];

await steps(ensureSqlite, onBothEngines);

/** Everything, and what opens a database once more on PostgreSQL. */
async function onBothEngines() {
  const chosen = args.indexOf('--selectProjects');
  if (chosen >= 0 && !args.includes('server-postgres')) return runJest('unit', args);
  const postgres = await startPostgres();
  if (postgres.skipped) {
    console.log(`No tests on PostgreSQL: ${postgres.skipped}.`);
    return runJest('unit', args);
  }
  try {
    return await runJest('unit', args, { TEST_POSTGRES: postgres.url });
  } finally {
    await postgres.stop();
  }
}
