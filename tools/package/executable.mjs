import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BLOB_NAME, FUSE, seaBlob } from './sea.mjs';

const run = promisify(execFile);
const POSTJECT = fileURLToPath(new URL('cli.js', import.meta.resolve('postject')));

/**
 * Node's single executable: the Node that runs this, with the program inside. The blob must be made by
 * the very Node that it is put into, and symbols go before the injection: afterwards it would crash.
 * @param {string} bundle the program as one CommonJS file
 * @returns {Promise<Buffer>}
 */
export async function singleExecutable(bundle) {
  const folder = await mkdtemp(join(tmpdir(), 'kenny-package-'));
  try {
    const target = join(folder, 'program');
    await copyFile(process.execPath, target);
    await chmod(target, 0o755);
    await mustBeWhole(target);
    await run('strip', [target]);
    // As a program of its own: it prints remarks about sections that mean nothing.
    const blob = await seaBlob({ node: process.execPath, bundle, folder });
    const injected = [target, BLOB_NAME, blob];
    await run(process.execPath, [POSTJECT, ...injected, '--sentinel-fuse', FUSE]);
    // What would not start here starts nowhere.
    await run(target, ['version']);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Some distributions build Node as a small program and a library, which other PCs do not have. */
async function mustBeWhole(program) {
  const { stdout } = await run('ldd', [program]);
  const missing = /\blibnode\.so\S*/.exec(stdout)?.[0];
  if (missing) {
    throw new Error(
      `${process.execPath} needs ${missing} of this machine; build with a Node of nodejs.org`,
    );
  }
}
