import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';

const MAIN = 'src/main.ts';
const LOGIN = 'src/app/pages/login/login.ts';
const SHELL = 'src/app/shell/shell.ts';
const PAGE_LIST = 'src/app/pages/pages.routes.ts';
/** The pages that are looked at all day; they do without what the others share. */
const DAILY = ['today/today', 'fleet/fleet', 'pc/pc'].map((page) => `src/app/pages/${page}.ts`);
const BASE = 'base';
const WORK = 'work';
const PARTS = 'parts';
const FIELDS = 'fields';
const FIELD_SOURCE = 'node_modules/@angular/material/fesm2022/_form-field-chunk.mjs';
/** What several pages share and is larger stays a file of its own. Bytes, before compression. */
const SMALL = 14_000;

/**
 * Lays the many chunks of the bundler together into few (ADR 38): `base` is what every page needs and
 * the login, `work` what every page behind the login needs and what the daily ones share, `fields`
 * what pages with Material's fields share, `parts` what else several share, and a page is one file
 * besides, or two.
 *
 * @param folder with the files as the bundler wrote them
 * @param outputs of its metafile
 * @returns of each file to serve its name, its code, what it imports, and the chunks that are in it
 */
export async function regroup(folder, outputs) {
  const groups = groupsOf(outputs);
  const bundle = await rollup({
    input: entryOf(outputs, MAIN),
    plugins: [
      {
        name: 'chunks-of-the-bundler',
        resolveId: (source) => source.replace(/^\.\//, ''),
        load: (id) => readFileSync(join(folder, id), 'utf8'),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'es',
    compact: true,
    manualChunks: (id) => groups.get(id),
    hashCharacters: 'base36',
    entryFileNames: `${BASE}-[hash].js`,
    chunkFileNames: ({ name, facadeModuleId: chunk }) =>
      `${chunk ? nameOf(outputs[chunk]) : name.replace(/-[A-Z0-9]{8}$/, '')}-[hash].js`,
  });
  await bundle.close();
  return Promise.all(
    output.map(async ({ fileName, code, imports, moduleIds }) => ({
      ...{ file: fileName, imports, chunks: moduleIds },
      // Where two chunks used the same short name, one has been given a longer one.
      code: (await transform(code, { minify: true, format: 'esm', target: 'es2022' })).code,
    })),
  );
}

/** The chunk that begins with this source. */
export function entryOf(outputs, source) {
  const found = Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(source));
  if (!found) throw new Error(`no chunk of the bundle begins with ${source}`);
  return found;
}

function groupsOf(outputs) {
  const closures = (...sources) =>
    sources.flatMap((source) => [...closureOf(outputs, entryOf(outputs, source))]);
  // The login page itself stays a file of its own: it is nothing for who is logged in.
  const base = closures(MAIN, LOGIN).filter((file) => file !== entryOf(outputs, LOGIN));
  const shell = closures(SHELL, PAGE_LIST);
  const daily = new Set(closures(...DAILY));
  const shared = Object.keys(outputs).filter(
    (file) =>
      file.endsWith('.js') && outputs[file].entryPoint === undefined && !isOfCharts(outputs, file),
  );
  const field = shared.find((file) => hasInput(outputs, file, FIELD_SOURCE));
  if (!field) throw new Error(`no chunk of the bundle holds ${FIELD_SOURCE}`);
  const groupOf = (file) => {
    const isSmall = outputs[file].bytes <= SMALL;
    if (daily.has(file)) return isSmall ? WORK : basename(file, '.js');
    if (file !== field && !isSmall) return undefined;
    return closureOf(outputs, file).has(field) ? FIELDS : PARTS;
  };
  // What a group imports comes into it, unless another group has it.
  return new Map([
    ...shared.map((file) => [file, groupOf(file)]),
    ...shell.map((file) => [file, WORK]),
    ...base.map((file) => [file, BASE]),
  ]);
}

/** As the source that it begins with is called. */
const nameOf = ({ entryPoint }) => basename(entryPoint, '.ts').replace(/\W/g, '-');

/** Everything that is loaded before `entry` runs. */
function closureOf(outputs, entry) {
  const found = new Set();
  const follow = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path, kind } of outputs[file].imports) {
      if (kind === 'import-statement') follow(path);
    }
  };
  follow(entry);
  return found;
}

/** What draws charts is loaded only where something is drawn. */
export function isOfCharts(outputs, file) {
  return hasInput(outputs, file, 'node_modules/chart.js/');
}

function hasInput(outputs, file, source) {
  return Object.keys(outputs[file].inputs).some((input) => input.includes(source));
}
