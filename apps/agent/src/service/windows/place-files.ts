import { PACKAGE_FILES } from '@kenny/contract/agent';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { getAsset } from 'node:sea';
import { errorCode } from '../../errors/error-code.js';
import { patiently } from '../../platform/patiently.js';
import { placeLibrary } from '../../platform/windows/native/library.js';
import type { OwnProgram } from '../place-program.js';
import { ServiceFault } from '../service-control.js';
import type { WindowsPaths } from './windows-paths.js';

/** Files that come with the program; only the first is essential. */
const COMPANIONS = [
  PACKAGE_FILES.serviceHost,
  PACKAGE_FILES.windowsUninstaller,
  PACKAGE_FILES.readme,
  'LICENSE.txt',
  'THIRD-PARTY-LICENSES.txt',
];

/**
 * Installs the program, nssm and their licences. A repair run from the installed program leaves
 * them and only rewrites the library that the program contains.
 * @throws ServiceFault when a file is missing beside the program
 */
export async function placeFiles(own: OwnProgram, paths: WindowsPaths): Promise<void> {
  if (own.node !== undefined) {
    throw new ServiceFault('only kenny-agent.exe can install itself; see npm run package:windows');
  }
  const { programFolder, program, nativeLibrary } = paths;
  await mkdir(programFolder, { recursive: true });
  const source = dirname(own.file);
  if (relative(source, programFolder) !== '') {
    for (const name of COMPANIONS) {
      await place(join(programFolder, name), (to) => copyBeside(join(source, name), to));
    }
    await place(program, (to) => copyFile(own.file, to));
  }
  placeLibrary(nativeLibrary, Buffer.from(getAsset(PACKAGE_FILES.ffi)));
}

async function copyBeside(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new ServiceFault(`${from} is missing; unpack the whole archive into one folder first`);
  }
}

/** Writes beside the file and renames, so that it is never half written. */
async function place(target: string, write: (fresh: string) => Promise<void>): Promise<void> {
  const [fresh, old] = [`${target}.new`, `${target}.old`];
  await patiently(() => rm(fresh, { force: true }));
  await write(fresh);
  // A running program can be renamed, but not replaced.
  await patiently(() => rm(old, { force: true }));
  await patiently(() => moveIfThere(target, old));
  await patiently(() => rename(fresh, target));
  await patiently(() => rm(old, { force: true }));
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
