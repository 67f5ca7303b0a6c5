import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf } from './chunk-groups.mjs';

const LISTS = [
  { folder: 'src/app', file: 'app.routes.ts', begins: [] },
  {
    folder: 'src/app/pages',
    file: 'pages.routes.ts',
    begins: ['src/app/shell/shell.ts', 'src/app/pages/pages.routes.ts'],
  },
];
/** A row of a list of routes: where it is, and what is loaded for it. */
const ROUTE = /path: '([^']+)',[^{}]*?loadComponent: async \(\) =>[^']*?import\('\.\/([^']+)'\)/g;

/**
 * Which files the page at an address needs, in the words of the routes (`fleet/:id`): the server
 * names them in the page, so that the browser asks for all at once instead of one behind the other.
 */
export function pageFiles(app, outputs, files) {
  const fileOf = new Map(files.flatMap(({ file, chunks }) => chunks.map((chunk) => [chunk, file])));
  const importsOf = new Map(files.map(({ file, imports }) => [file, imports]));
  const rows = LISTS.flatMap(({ folder, file, begins }) =>
    [...readFileSync(join(app, folder, file), 'utf8').matchAll(ROUTE)]
      .filter(([, path]) => path !== '**')
      .map(([, path, source]) => [path, [...begins, `${folder}/${source}.ts`]]),
  );
  if (rows.length < 2) throw new Error('no routes were found in the lists of the dashboard');
  return Object.fromEntries(
    rows.map(([path, sources]) => {
      const needed = sources.map((source) => fileOf.get(entryOf(outputs, source)));
      return [path, [...new Set(needed.flatMap((file) => [...importsOf.get(file), file]))]];
    }),
  );
}
