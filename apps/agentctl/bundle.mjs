import { build } from 'esbuild';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Makes the one file that each program is, from `dist`, so that it holds what tsc checked. They need
 * nothing beside them: the server starts agentctl from here, an image of an agent takes a copy.
 */
const here = dirname(fileURLToPath(import.meta.url));
const PROGRAMS = {
  'main.js': join(here, 'bundle/agentctl.cjs'),
  'mcp-bridge.js': join(here, 'bundle/mcp-bridge.cjs'),
};

for (const [entry, outfile] of Object.entries(PROGRAMS)) await bundle(entry, outfile);

async function bundle(entry, outfile) {
  await build({
    absWorkingDir: here,
    entryPoints: [join(here, 'dist', entry)],
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
}
