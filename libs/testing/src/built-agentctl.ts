import { build } from 'esbuild';
import { join } from 'node:path';

/**
 * `agentctl` as one file and its bridge beside it, made from the sources: a spec must not need a build
 * before.
 */
export async function buildAgentctl(folder: string): Promise<string> {
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
