import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The name under which Node looks for its program, in whatever kind of executable. */
export const BLOB_NAME = 'NODE_SEA_BLOB';

/** The byte sequence that Node flips to know that it carries a program (Node's documentation). */
export const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * The program in the form that Node carries. It must be made by the very version that it is put into.
 * @param {{ node: string, bundle: string, folder: string, assets?: Record<string, string> }} options
 *   `node` makes it; `assets` are files that the program finds inside itself, by name
 * @returns {Promise<string>} the file, in `folder`
 */
export async function seaBlob({ node, bundle, folder, assets = {} }) {
  const output = join(folder, 'sea.blob');
  const config = join(folder, 'sea.json');
  await copyFile(bundle, join(folder, 'kenny-agent.cjs'));
  await writeFile(
    config,
    JSON.stringify({
      // Its name is in the blob: no path of this machine.
      main: 'kenny-agent.cjs',
      output: 'sea.blob',
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: false,
      ...(Object.keys(assets).length > 0 ? { assets } : {}),
    }),
  );
  await run(node, ['--experimental-sea-config', config], { cwd: folder });
  return output;
}

/** Flips the fuse in the bytes of an executable. @throws Error when it is not there exactly once */
export function flipFuse(executable) {
  const at = executable.indexOf(`${FUSE}:0`);
  if (at < 0 || executable.indexOf(`${FUSE}:0`, at + 1) >= 0) {
    throw new Error('this Node cannot carry a program: it has no single fuse');
  }
  executable.write('1', at + FUSE.length + 1);
}
