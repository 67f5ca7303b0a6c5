import { specsOnPostgres } from '../jest/specs-on-postgres.mjs';
import { runJest } from './jest.mjs';
import { ensureSqlite, ROOT, steps } from './steps.mjs';

const args = process.argv.slice(2);

await steps(ensureSqlite, () => runJest('unit', args, { postgres: needsPostgres() }));

/** Starting one takes longer than most files that were asked for by name. */
function needsPostgres() {
  if (args.includes('--selectProjects')) return args.includes('server-postgres');
  const files = args.filter((arg) => /^[^-].*\.ts$/.test(arg));
  const { stored } = specsOnPostgres(ROOT);
  return files.length === 0 || files.some((file) => stored.some((spec) => isSame(spec, file)));
}

/** Jest takes a path from wherever one stands, or its end. */
function isSame(spec, file) {
  return `apps/server/${spec}`.endsWith(file) || file.endsWith(spec);
}
