import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { BLOB_NAME, flipFuse, seaBlob } from './sea.mjs';

/** `RT_RCDATA` of the PE format: there Node looks for its program. */
const RAW_DATA = 10;
const ENGLISH = { lang: 1033, codepage: 1200 };

/**
 * Node's single executable for Windows, made on whatever system: the program as a resource of
 * `node.exe`, with our own version and without Node's signature, which would not be true any more.
 * @param {{ node: string, blobMaker: string, bundle: string, version: string,
 *   assets?: Record<string, string> }} options `blobMaker` is the same Node for this machine
 * @returns {Promise<Buffer>}
 */
export async function windowsExecutable({ node, blobMaker, bundle, version, assets = {} }) {
  const folder = await mkdtemp(join(tmpdir(), 'kenny-package-'));
  try {
    const blob = await readFile(await seaBlob({ node: blobMaker, bundle, folder, assets }));
    const executable = NtExecutable.from(await readFile(node), { ignoreCert: true });
    const resources = NtExecutableResource.from(executable);
    nameIt(resources, version);
    resources.replaceResourceEntry({ type: RAW_DATA, id: BLOB_NAME, ...ENGLISH, bin: blob });
    resources.outputResource(executable);
    const bytes = Buffer.from(executable.generate());
    flipFuse(bytes);
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the Explorer and the task manager show of it. */
function nameIt(resources, version) {
  const [info] = Resource.VersionInfo.fromEntries(resources.entries);
  if (!info) throw new Error('this node.exe has no version resource');
  info.setFileVersion(fourNumbers(version), ENGLISH.lang);
  info.setProductVersion(fourNumbers(version), ENGLISH.lang);
  info.setStringValues(ENGLISH, {
    CompanyName: 'kenny',
    FileDescription: 'kenny agent',
    FileVersion: version,
    InternalName: 'kenny-agent',
    LegalCopyright: 'Apache-2.0; see THIRD-PARTY-LICENSES.txt',
    OriginalFilename: 'kenny-agent.exe',
    ProductName: 'kenny',
    ProductVersion: version,
  });
  info.outputToResourceEntries(resources.entries);
}

/** As the resource holds them: four, of sixteen bits each. */
function fourNumbers(version) {
  const numbers = version.split('.').map((number) => Math.min(Number(number), 0xffff));
  return [...numbers, 0, 0, 0].slice(0, 4).join('.');
}
