import { build } from 'esbuild';
import { join } from 'node:path';

/** `agentctl` as one file, made from the sources: a spec must not need a build before. */
export async function buildAgentctl(folder: string): Promise<string> {
  const file = join(folder, 'agentctl.cjs');
  await build({
    entryPoints: [join(process.cwd(), 'apps/agentctl/src/main.ts')],
    outfile: file,
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
  return file;
}
