import { runJest } from './jest.mjs';
import { startPostgres } from './postgres.mjs';
import { ensureSqlite, steps } from './steps.mjs';

// As many workers as cores: Jest keeps one free, which on two cores is half of them.
const args = ['--maxWorkers=100%', ...process.argv.slice(2)];

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
