import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads a TypeScript entry of a library from source, so that the generator never needs a finished
 * build of what it generates. Packages stay external; our own libraries are read from source.
 */
export async function loadSource(root, entry) {
  // Below the workspace, so that the bundle finds the workspace's packages.
  const folder = await mkdtemp(join(root, 'node_modules/.kenny-gen-'));
  try {
    const outfile = join(folder, 'entry.mjs');
    await build({
      entryPoints: [join(root, entry)],
      outfile,
      bundle: true,
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
