import { build } from 'esbuild';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Makes the one file the agent is (ADR 0011), from `dist`: esbuild knows neither our decorators nor
 * our conditions, and the file must hold what tsc checked.
 * @param {{ folder: string, version?: string, releaseKey?: string }} options `folder` takes the bundle
 *   and a list of whose code went in; the others are compiled into it (src/config/build.ts)
 */
export async function bundleAgent({ folder, version, releaseKey }) {
  const outfile = join(folder, 'kenny-agent.cjs');
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: [join(here, 'dist/main.js')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    keepNames: true,
    legalComments: 'eof',
    banner: { js: '#!/usr/bin/env node' },
    define: {
      // The optional native helpers of ws are not shipped; without this it looks for them at each start.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      ...(version === undefined ? {} : { KENNY_PACKAGED_VERSION: JSON.stringify(version) }),
      ...(releaseKey === undefined
        ? {}
        : { KENNY_PACKAGED_RELEASE_KEY: JSON.stringify(releaseKey) }),
    },
    logLevel: 'warning',
    metafile: true,
  });
  // Whose code went in: the package for PCs brings their licences.
  await writeFile(join(folder, 'metafile.json'), JSON.stringify(metafile));
  await chmod(outfile, 0o755);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundleAgent({ folder: join(here, 'bundle') });
}
