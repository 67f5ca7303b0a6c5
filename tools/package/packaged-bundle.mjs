import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The agent as one file with what is decided when it is packaged: the version it says it is, and the
 * key whose releases it takes. Without either it is the bundle that the build has left.
 * @template T
 * @param {{ root: string, version?: string, releaseKey?: string }} options `releaseKey` in base64
 * @param {(made: { bundle: string, metafile: object, version: string }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withPackagedBundle({ root, version, releaseKey }, use) {
  const agent = join(root, 'apps/agent');
  const contract = await import(pathToFileURL(join(root, 'libs/contract/dist/agent.js')).href);
  if (version !== undefined && contract.compareVersions(version, version) === undefined) {
    throw new Error(`${version} is no version: write numbers and dots`);
  }
  if (version === undefined && releaseKey === undefined) {
    return use(await described(join(agent, 'bundle'), contract.KENNY_VERSION));
  }
  const { bundleAgent } = await import(pathToFileURL(join(agent, 'bundle.mjs')).href);
  const folder = await mkdtemp(join(tmpdir(), 'kenny-bundle-'));
  try {
    await bundleAgent({ folder, version, releaseKey });
    return await use(await described(folder, version ?? contract.KENNY_VERSION));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function described(folder, version) {
  return {
    bundle: join(folder, 'kenny-agent.cjs'),
    metafile: JSON.parse(await readFile(join(folder, 'metafile.json'), 'utf8')),
    version,
  };
}
