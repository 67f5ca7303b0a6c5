import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import type * as AgentEntry from './agent.js';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Bundles an entry as a consumer's build would, and names every file that ended up inside. */
async function bundled(entry: string) {
  const { metafile, outputFiles } = await build({
    entryPoints: [source(entry)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@kenny/source'],
    logLevel: 'silent',
  });
  return { files: Object.keys(metafile.inputs), text: outputFiles[0]?.text ?? '' };
}

describe.each(['./agent.ts', './client.ts', './web.ts'])('the entry %s', (entry) => {
  it('brings no DTO class and nothing that only DTO classes need', async () => {
    const { files, text } = await bundled(entry);
    expect(files.some((file) => file.endsWith('src/constants.ts'))).toBe(true);
    const unwanted =
      /class-validator|class-transformer|reflect-metadata|libphonenumber|define\/decorators|schema\/derive/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
    expect(text).not.toContain('PowershellExecArgs');
  });
});

it('the wire is judged with what the agent entry brings', async () => {
  const { text } = await bundled('./agent.ts');
  const entry = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  const { parseFrame } = (await import(entry)) as typeof AgentEntry;
  expect(parseFrame('{"type":"ping"}', ['ping'])).toMatchObject({ ok: true });
  expect(parseFrame('{"type":"ping"}', ['pong'])).toMatchObject({ ok: false });
});
