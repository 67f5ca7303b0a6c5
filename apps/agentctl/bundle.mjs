import { build } from 'esbuild';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Makes the one file that agentctl is, from `dist`, so that it holds what tsc checked. It needs
 * nothing beside it: the server starts it from here, an image of an agent takes a copy.
 */
const here = dirname(fileURLToPath(import.meta.url));
const outfile = join(here, 'bundle/agentctl.cjs');

await build({
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
  },
  logLevel: 'warning',
});
await chmod(outfile, 0o755);
