import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const IS_SPEC = /\.(e2e-)?spec\.ts$/;

/**
 * The server's specs that open a database: they import `test/database-in.ts`, directly or through
 * one of the test worlds. Those that ask how it is kept (`src/`, `e2e/database/`) run on PostgreSQL
 * in `npm test`; those that look at doors (the rest of `e2e/`) do so in `npm run e2e`.
 */
export function specsOnPostgres(root) {
  const server = join(root, 'apps/server');
  const files = ['src', 'e2e', 'test'].flatMap((folder) =>
    readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  const worlds = new Set(['database-in']);
  const uses = (file) =>
    Array.from(
      readFileSync(join(server, file), 'utf8').matchAll(/from '\.[^']*?([\w-]+)\.js'/g),
      ([, imported]) => imported,
    ).some((imported) => worlds.has(imported));
  const inTests = files.filter((file) => file.startsWith('test'));
  for (let known = 0; known < worlds.size;) {
    known = worlds.size;
    for (const file of inTests.filter(uses)) worlds.add(basename(file, '.ts'));
  }
  const specs = files.filter((file) => IS_SPEC.test(file) && uses(file));
  const isStored = (file) => /^(src|e2e\/database)\//.test(file);
  return { stored: specs.filter(isStored), doors: specs.filter((file) => !isStored(file)) };
}
