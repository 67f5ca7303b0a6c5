import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runJest } from './jest.mjs';
import { build, node, NX_ENV, ROOT } from './steps.mjs';

/** `npm run check`: generated files, format, words, types (specs too), boundaries, lint, and tools' tests. */
const projects = ['libs', 'apps'].flatMap((kind) =>
  readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`),
);

const quiet = { quiet: true };
const tsc = 'node_modules/typescript/bin/tsc';

/** Writes the code that everything else reads, and compares what is in git. */
const first = { 'generated files': () => node('tools/gen/gen.mjs', ['--check'], quiet) };
/** Each lane takes one core and touches nothing of the other's. */
const lanes = [
  {
    format: () =>
      node(
        'node_modules/prettier/bin/prettier.cjs',
        ['--check', '--log-level', 'warn', '.'],
        quiet,
      ),
    words: () => node('tools/docs/words.mjs', [], quiet),
    lint: () => node('node_modules/eslint/bin/eslint.js', ['--max-warnings', '0', '.'], quiet),
  },
  {
    // The boundary rule reads the cached project graph and says nothing without one.
    'project graph': () =>
      node('node_modules/nx/dist/bin/nx.js', ['show', 'projects'], { env: NX_ENV, ...quiet }),
    build,
    'types of specs': () =>
      node(tsc, ['-b', ...projects.map((project) => `${project}/tsconfig.spec.json`)], quiet),
    'types of tools': () => node(tsc, ['-p', 'tools/tsconfig.json'], quiet),
  },
];
/** Recipes, documents, boundaries, packages and the guard's rules, each made or compiled anew. */
const tests = { 'tests of tools': () => runJest('check') };

const failed = [];
await inTurn(first);
await Promise.all(lanes.map(inTurn));
await inTurn(tests);
console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function inTurn(checks) {
  for (const [name, check] of Object.entries(checks)) {
    const isGood = (await check()) === 0;
    console.log(`${isGood ? '✓' : '✗'} ${name}`);
    if (!isGood) failed.push(name);
  }
}
