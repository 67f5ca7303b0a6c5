import { resolve } from 'node:path';
import { readReleasePublicKey } from './release.mjs';

/** Options that every packager has. */
export const PACKAGE_OPTIONS = {
  version: { type: 'string' },
  'release-key': { type: 'string' },
};

/**
 * What they say, as `withPackagedBundle` takes it.
 * @param {Record<string, string | undefined>} values of `parseArgs`
 * @throws ReleaseFault when the key is none
 */
export async function packageOptions({ version, 'release-key': file }) {
  const releaseKey =
    file === undefined ? undefined : await readReleasePublicKey({ file: resolve(file) });
  return { version, releaseKey };
}

/** One line for whoever packaged without a key. */
export const NO_KEY_REMARK =
  'it has no release key, so these agents take no updates; see docs/guides/update-agents.md';
