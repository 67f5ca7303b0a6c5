import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POSTJECT = fileURLToPath(new URL('cli.js', import.meta.resolve('postject')));

/** The byte sequence that Node flips to know that it carries a program (Node's documentation). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

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
    const injected = [target, 'NODE_SEA_BLOB', await blobOf(bundle, folder)];
    await run(process.execPath, [POSTJECT, ...injected, '--sentinel-fuse', FUSE]);
    // What would not start here starts nowhere.
    await run(target, ['version']);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function blobOf(bundle, folder) {
  const config = join(folder, 'sea.json');
  const output = join(folder, 'sea.blob');
  const main = join(folder, 'kenny-agent.cjs');
  await copyFile(bundle, main);
  await writeFile(
    config,
    JSON.stringify({
      // Its name is in the blob: no path of this machine.
      main: 'kenny-agent.cjs',
      output: 'sea.blob',
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: false,
    }),
  );
  await run(process.execPath, ['--experimental-sea-config', config], { cwd: folder });
  return output;
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
