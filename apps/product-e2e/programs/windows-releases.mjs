import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Makes a release key and four agents for Windows that trust it, in a folder of each one's name, those
 * that are to be updated to signed as releases. Nothing is zipped: what PCs are updated with is only
 * the executable.
 *   installed     what is on the PC at first
 *   good          a newer one
 *   broken        one that is signed and does not even start
 *   unreachable   one that starts well and never finds its server
 * Prints what it made as JSON.
 */
const [root, out, cache] = process.argv.slice(2);
const tool = (name) => import(pathToFileURL(join(root, 'tools/package', name)).href);
const { PACKAGE_FILES, SERVICE_NAME } = await import(
  pathToFileURL(join(root, 'libs/contract/dist/agent.js')).href
);
const { withPackagedBundle } = await tool('packaged-bundle.mjs');
const { fetchParts } = await tool('parts.mjs');
const { makeReleaseKey, readReleasePublicKey, signPackage } = await tool('release.mjs');
const { windowsExecutable } = await tool('windows-executable.mjs');

const as = (code) => code;
const NO_WAY_OUT = `require('node:net').Socket.prototype.connect = function () {
  process.nextTick(() => this.destroy(new Error('there is no way out')));
  return this;
};`;
const AGENTS = {
  installed: { version: '0.1.0', change: as },
  good: { version: '0.2.0', change: as },
  broken: { version: '0.3.0', change: () => 'process.exit(1);\n' },
  unreachable: {
    version: '0.4.0',
    change: (code) => code.replace(/^#!.*\n/, `${NO_WAY_OUT}\n`),
  },
};

const parts = await fetchParts(cache);
const { key, publicKey } = await makeReleaseKey({ root, folder: join(out, 'key') });
const releaseKey = await readReleasePublicKey({ file: publicKey });
const made = {};
for (const [name, { version, change }] of Object.entries(AGENTS)) {
  const folder = join(out, name);
  await mkdir(folder);
  const program = join(folder, `${SERVICE_NAME}.exe`);
  await writeFile(program, await executableOf(version, change));
  const facts = { version, os: 'windows', arch: 'x64' };
  await writeFile(join(folder, PACKAGE_FILES.manifest), JSON.stringify(facts));
  const { file } = await signPackage({ packaged: folder, keyFile: key, out: folder });
  made[name] = { version, program, release: file };
}
process.stdout.write(`${JSON.stringify(made)}\n`);

async function executableOf(version, change) {
  const folder = await mkdtemp(join(tmpdir(), 'kenny-windows-'));
  try {
    return await withPackagedBundle({ root, version, releaseKey }, async (packaged) => {
      const bundle = join(folder, 'agent.cjs');
      await writeFile(bundle, change(await readFile(packaged.bundle, 'utf8')));
      return windowsExecutable({
        node: join(parts.node, 'bin/node.exe'),
        blobMaker: join(parts.blobMaker, 'bin/node'),
        bundle,
        version,
        assets: { [PACKAGE_FILES.ffi]: join(parts.ffi, 'win32_x64/koffi.node') },
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
