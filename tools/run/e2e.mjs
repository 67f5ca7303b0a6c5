import { cpuSeconds } from './cost.mjs';
import { readResults, runJest, tellSum } from './jest.mjs';
import { build, ensureSqlite, node, steps } from './steps.mjs';
import { forgetTargets, tellTargets } from './targets.mjs';

const named = process.argv.slice(2);
/** Parts of names: of specs on both engines, and of the project that is all on PostgreSQL. */
const ON_POSTGRES = ['server/', 'backup', 'doors-postgres'];
/** Files at a time: they mostly wait for programs, pages and each other's networks. */
const LANES = 3;

// Meanwhile, since it waits for the network; its test asks for it again and tells what is wrong.
const lighthouse = named.length === 0 && node('tools/lighthouse/install.mjs', [], { quiet: true });
await steps(ensureSqlite, build);
// For `npm start` in tests.
process.env.TESTS_HAVE_BUILT = '1';
await lighthouse;
forgetTargets();
process.exitCode = await (named.length > 0 ? runNamed() : runAll());

/** In band, so that what is looked for is told at once. */
async function runNamed() {
  const needsPostgres = named.some((arg) => ON_POSTGRES.some((part) => arg.includes(part)));
  const code = await runJest('e2e', ['--runInBand', ...named], { postgres: needsPostgres });
  tellTargets();
  return code;
}

/** What measures alone, then everything else. */
async function runAll() {
  const codes = [
    await runJest('measured', ['--runInBand']),
    await runJest('e2e', [`--maxWorkers=${LANES}`, '--ignoreProjects', 'measured'], {
      postgres: true,
    }),
  ];
  tellTargets();
  tellSum([await readResults('measured'), await readResults('e2e')], {
    seconds: performance.now() / 1000,
    cpu: cpuSeconds(),
  });
  return Math.max(...codes);
}
