import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashFile } from './stamp.mjs';

const loaded = new Map();
/** Hashes of all files that were loaded, as they were then, by their path from the root. */
export const loadedSources = new Map();

/**
 * Loads a TypeScript entry of a library from source, so that the generator never needs a finished
 * build of what it generates. Packages stay external; our own libraries are read from source.
 * Each entry is loaded once: a second copy of its classes would clash in class-validator's registry.
 */
export function loadSource(root, entry) {
  const file = join(root, entry);
  if (!loaded.has(file)) loaded.set(file, bundleAndImport(root, file));
  return loaded.get(file);
}

async function bundleAndImport(root, file) {
  // Below the workspace, so that the bundle finds the workspace's packages.
  const folder = await mkdtemp(join(root, 'node_modules/.kenny-gen-'));
  try {
    const outfile = join(folder, 'entry.mjs');
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [file],
      outfile,
      bundle: true,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      keepNames: true,
      logLevel: 'error',
      conditions: ['@kenny/source'],
      plugins: [externalPackages],
      tsconfigRaw: {
        compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
      },
    });
    for (const path of Object.keys(metafile.inputs))
      loadedSources.set(path, hashFile(join(root, path)));
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const externalPackages = {
  name: 'external-packages',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@kenny/') ? undefined : { path, external: true },
    );
  },
};
