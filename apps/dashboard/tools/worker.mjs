import { build } from 'esbuild';

/** Only what it uses of our libraries: none of their files does anything by being loaded. */
const ownFiles = {
  name: 'own-files',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'asked' || from.kind === 'entry-point') return undefined;
      const { kind, resolveDir, importer } = from;
      const found = await resolve(path, { kind, resolveDir, importer, pluginData: 'asked' });
      return { path: found.path, errors: found.errors, sideEffects: false };
    });
  },
};

/**
 * The service worker in one file.
 * @param entry its source
 * @param id of this build: another one has a cache of its own
 */
export async function workerCode(entry, id) {
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, write: false, format: 'iife' },
    ...{ target: 'es2022', conditions: ['@kenny/source', 'module'], plugins: [ownFiles] },
    ...{ define: { KENNY_BUILD: JSON.stringify(id) }, legalComments: 'none' },
  });
  return outputFiles[0].contents;
}
