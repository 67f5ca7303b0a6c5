import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../run/steps.mjs';
import { KEY_FOLDER } from './release-command.mjs';
import {
  makeReleaseKey,
  readReleasePublicKey,
  RELEASE_KEY_FILES,
  ReleaseFault,
  releasePublicKey,
} from './release.mjs';

/** Options that every packager has. */
export const PACKAGE_OPTIONS = {
  version: { type: 'string' },
  'release-key': { type: 'string' },
  'release-pubkey': { type: 'string' },
  'no-release-key': { type: 'boolean' },
  'as-built': { type: 'boolean' },
  out: { type: 'string' },
};

/** One line for whoever asked for agents without a key. */
const NO_KEY_REMARK =
  'It has no release key, so these agents take no updates; see docs/guides/publish-updates.md.';

/**
 * What they say, as `withPackagedBundle` takes it. Without a word about keys the person's own is
 * used, and made when there is none: an agent trusts only the key it was packaged with, so one
 * that has none could never be updated.
 * @param {Record<string, string | boolean | undefined>} values of `parseArgs`
 * @param {{ root?: string, folder?: string }} places the sources, and where the person's key is
 * @returns {Promise<{ version?: string, releaseKey?: string, remarks: string[] }>} `remarks` are
 *   lines for the person
 * @throws ReleaseFault when the key is none
 */
export async function packageOptions(values, { root = ROOT, folder = KEY_FOLDER } = {}) {
  const { version } = values;
  const said = ['release-key', 'release-pubkey', 'no-release-key'].filter((name) => values[name]);
  if (said.length > 1) {
    throw new ReleaseFault(`choose one of --${said.join(' and --')}`);
  }
  if (values['no-release-key']) return { version, releaseKey: undefined, remarks: [NO_KEY_REMARK] };
  if (values['release-pubkey']) {
    return { version, releaseKey: await releasePublicKey(values['release-pubkey']), remarks: [] };
  }
  const named = values['release-key'];
  if (named) {
    const releaseKey = await readReleasePublicKey({ file: resolve(named) });
    return { version, releaseKey, remarks: [] };
  }
  return { version, ...(await ownKey(root, folder)) };
}

async function ownKey(root, folder) {
  const file = join(folder, RELEASE_KEY_FILES.publicKey);
  if (existsSync(file)) {
    const releaseKey = await readReleasePublicKey({ file });
    return { releaseKey, remarks: [`These agents take updates signed with the key of ${file}.`] };
  }
  const made = await makeReleaseKey({ root, folder });
  return {
    releaseKey: made.text,
    remarks: [
      `A release key was made, since there was none (${made.fingerprint}): ${made.key}`,
      'Agents take updates that are signed with it, and no others: keep a copy of that file where ' +
        'nobody else gets at it; whoever loses it installs every agent anew.',
    ],
  };
}
