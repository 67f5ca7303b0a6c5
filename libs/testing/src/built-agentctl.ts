import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `agentctl` as one file and its bridge beside it, made from the sources: a spec must not need a build
 * before. Once in a run of tests, whose sources stay as they are.
 * @param own - where it is made when this is no such run
 */
export async function buildAgentctl(own: string): Promise<string> {
  const run = process.env['TEST_RUN_FOLDER'];
  if (run === undefined) return buildIn(own);
  const folder = join(run, 'agentctl');
  if (!existsSync(folder)) {
    const mine = `${folder}-${process.pid}`;
    await buildIn(mine);
    // Another worker may have been faster, with the same.
    await rename(mine, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  }
  return join(folder, 'agentctl.cjs');
}

async function buildIn(folder: string): Promise<string> {
  const sources = join(process.cwd(), 'apps/agentctl/src');
  await build({
    entryPoints: {
      agentctl: join(sources, 'main.ts'),
      'mcp-bridge': join(sources, 'mcp-bridge.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    conditions: ['@kenny/source'],
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    logLevel: 'error',
  });
  return join(folder, 'agentctl.cjs');
}
