import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runJest } from './jest.mjs';
import { build, node, NX_ENV, run, ROOT } from './steps.mjs';

/** `npm run check`: generated files, format, words, types (specs too), boundaries, lint, and tools' tests. */
const projects = ['libs', 'apps'].flatMap((kind) =>
  readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`),
);

const checks = {
  'generated files': () => node('tools/gen/gen.mjs', ['--check']),
  format: () =>
    node('node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  words: () => node('tools/docs/words.mjs'),
  build,
  'types of specs': () =>
    run(process.execPath, [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '-b',
      ...projects.map((project) => join(ROOT, project, 'tsconfig.spec.json')),
    ]),
  'types of tools': () => node('node_modules/typescript/bin/tsc', ['-p', 'tools/tsconfig.json']),
  // The boundary rule reads the cached project graph and says nothing without one.
  'project graph': () =>
    node('node_modules/nx/dist/bin/nx.js', ['show', 'projects'], { env: NX_ENV, quiet: true }),
  lint: () => node('node_modules/eslint/bin/eslint.js', ['--max-warnings', '0', '.']),
  // Recipes, documents, boundaries, packages and built-in rules, each made or compiled anew.
  'tests of tools': () => runJest('check'),
};

const failed = [];
for (const [name, check] of Object.entries(checks)) {
  console.log(`▸ ${name}`);
  if ((await check()) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
