import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { BASE, circleIn, entryOf, groupsOf, MAIN } from './chunk-groups.mjs';

/**
 * Lays the many chunks of the bundler together into few (ADR 38): `base` is what every page needs,
 * `way-in` what the login needs besides, `work` what every page behind the login needs and what the
 * daily ones share, `fields` what pages with Material's fields share, `parts` what else several share,
 * and a page is one file besides, or two.
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
  const circle = circleIn(output.map(({ fileName, imports }) => ({ file: fileName, imports })));
  if (circle) throw new Error(`files of the page import each other: ${circle.join(' → ')}`);
  return Promise.all(
    output.map(async ({ fileName, code, imports, moduleIds }) => ({
      ...{ file: fileName, imports, chunks: moduleIds },
      // Where two chunks used the same short name, one has been given a longer one.
      code: (await transform(code, { minify: true, format: 'esm', target: 'es2022' })).code,
    })),
  );
}

/** As the source that it begins with is called. */
const nameOf = ({ entryPoint }) => basename(entryPoint, '.ts').replace(/\W/g, '-');
