import { build } from 'esbuild';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Makes the one file the agent is (ADR 0011), from `dist`: esbuild knows neither our decorators nor
 * our conditions, and the file must hold what tsc checked.
 */
const here = dirname(fileURLToPath(import.meta.url));
const outfile = join(here, 'bundle/kenny-agent.cjs');

const { metafile } = await build({
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
  // The optional native helpers of ws are not shipped; without this it looks for them at each start.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  logLevel: 'warning',
  metafile: true,
});
// Whose code went in: the package for PCs brings their licences.
await writeFile(join(here, 'bundle/metafile.json'), JSON.stringify(metafile));
await chmod(outfile, 0o755);
