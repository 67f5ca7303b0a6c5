import { createHash } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { json } from './write-package.mjs';

const SECRET = 0o600;
/** Its two files, in the folder of the person's key. */
export const RELEASE_KEY_FILES = { key: 'release.key', publicKey: 'release.pub' };
/** Both halves are 32 bytes: a word before them keeps one from being taken for the other. */
const [PRIVATE, PUBLIC] = ['kenny-release-private-key', 'kenny-release-public-key'];

/** What is wrong with what was asked, in a sentence for who asked. */
export class ReleaseFault extends Error {
  name = 'ReleaseFault';
}

/**
 * Makes a release key. The private half goes where no server and no copy of the sources has it.
 * @param {{ root: string, folder: string }} options `folder` takes `release.key` and `release.pub`
 * @returns {Promise<{ key: string, publicKey: string, text: string, fingerprint: string }>} the files,
 *   and the public half itself
 * @throws ReleaseFault when the folder is inside the workspace, or has a key already
 */
export async function makeReleaseKey({ root, folder }) {
  const { newSeed, encodeBase64, serverSignatures, shortFingerprint } = await handshake();
  mustBeOutside(resolve(root), resolve(folder));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  mustBeOutside(realpathSync(root), realpathSync(folder));
  const key = join(folder, RELEASE_KEY_FILES.key);
  const publicKey = join(folder, RELEASE_KEY_FILES.publicKey);
  const seed = newSeed();
  const signer = serverSignatures().createSigner(seed);
  try {
    await writeFile(key, `${PRIVATE} ${encodeBase64(seed)}\n`, { mode: SECRET, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    throw new ReleaseFault(`${key} is there already; agents in the field trust its public half`);
  }
  await writeFile(publicKey, `${PUBLIC} ${encodeBase64(signer.publicKey)}\n`);
  const text = encodeBase64(signer.publicKey);
  return { key, publicKey, text, fingerprint: shortFingerprint(signer.publicKey) };
}

function mustBeOutside(root, folder) {
  if (relative(root, folder).startsWith('..')) return;
  throw new ReleaseFault(`${folder} is inside the sources; the key belongs elsewhere (--out)`);
}

/**
 * The public half of a release key, as the packagers write it into the program.
 * @param {{ file: string }} options
 * @throws ReleaseFault for anything else, above all the private half
 */
export async function readReleasePublicKey({ file }) {
  return releasePublicKey(await halfOf(file, PUBLIC), file);
}

/**
 * The same of the key itself, in base64.
 * @param {string} text
 * @param {string} what - how to name it to the person
 */
export async function releasePublicKey(text, what = text) {
  const { decodeKey, isSafePublicKey } = await handshake();
  const key = decodeKey(text);
  if (key && isSafePublicKey(key)) return text;
  throw new ReleaseFault(`${what} is no public release key; "npm run release:key" makes one`);
}

/**
 * Signs the executable of a finished package, into the folder of its system and processor.
 * @param {{ packaged: string, keyFile: string, out: string }} options `packaged` is a
 *   folder of `npm run package:<os>`, `out` the folder of all releases
 * @returns {Promise<{ file: string, manifest: import('@kenny/contract').ReleaseManifest }>}
 * @throws ReleaseFault
 */
export async function signPackage({ packaged, keyFile, out }) {
  const contract = await import('@kenny/contract/agent');
  const { PACKAGE_FILES, RELEASE_CAPS, RELEASE_FILES, SERVICE_NAME } = contract;
  const { signRelease } = await handshake();
  const signer = await readSigner({ keyFile });
  const { version, os, arch } = await packageFacts(join(packaged, PACKAGE_FILES.manifest));
  const executable = join(packaged, os === 'windows' ? `${SERVICE_NAME}.exe` : SERVICE_NAME);
  const { size } = await stat(executable);
  if (size > RELEASE_CAPS.executableBytes) {
    throw new ReleaseFault(`${executable} has ${size} bytes; no agent would take it`);
  }
  const facts = {
    version,
    os,
    arch: contract.wireArch(arch),
    size,
    sha256: await sumOf(executable),
  };
  const manifest = signRelease(facts, signer);
  const folder = join(out, contract.releaseFolder(facts));
  const file = join(folder, contract.releaseFileName(facts));
  await mkdir(folder, { recursive: true });
  // The manifest last: what has one is whole.
  await rm(file + RELEASE_FILES.manifestSuffix, { force: true });
  await place(file, (fresh) => copyFile(executable, fresh), 0o755);
  await place(file + RELEASE_FILES.manifestSuffix, (fresh) => writeFile(fresh, json(manifest)));
  return { file, manifest };
}

async function readSigner({ keyFile }) {
  const { decodeSeed, serverSignatures } = await handshake();
  const seed = decodeSeed(await halfOf(keyFile, PRIVATE));
  if (!seed)
    throw new ReleaseFault(`${keyFile} is no release key; "npm run release:key" makes one`);
  const handle = await open(keyFile);
  const { mode } = await handle.stat().finally(() => handle.close());
  if ((mode & 0o077) !== 0) {
    throw new ReleaseFault(`others may read ${keyFile}: chmod 600 it, or make a new key`);
  }
  return serverSignatures().createSigner(seed);
}

async function packageFacts(manifest) {
  try {
    return JSON.parse(await readFile(manifest, 'utf8'));
  } catch {
    const folder = basename(dirname(resolve(manifest)));
    throw new ReleaseFault(
      `there is no package in ${dirname(manifest)}: npm run package:${folder}`,
    );
  }
}

async function place(file, write, mode = 0o644) {
  const fresh = `${file}.new`;
  await write(fresh);
  await chmod(fresh, mode);
  await rename(fresh, file);
}

async function sumOf(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** What stands behind that word; empty when something else is in the file. */
async function halfOf(file, word) {
  try {
    const [first, half, ...rest] = (await readFile(file, 'utf8')).trim().split(' ');
    return first === word && rest.length === 0 ? (half ?? '') : '';
  } catch (error) {
    throw new ReleaseFault(`${file} cannot be read (${error.code})`);
  }
}

// Built, or in tests the sources: known only when they are asked for.
const handshake = () => import('@kenny/handshake/server');
