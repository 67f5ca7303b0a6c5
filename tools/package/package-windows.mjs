import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeLicence, partLicence, thirdPartyLicences } from './licences.mjs';
import { withPackagedBundle } from './packaged-bundle.mjs';
import { fetchParts, PARTS } from './parts.mjs';
import { untold } from './told-steps.mjs';
import { windowsExecutable } from './windows-executable.mjs';
import {
  digestOfInputs,
  file,
  json,
  own,
  readManifest,
  sha256,
  withSums,
  writePackage,
} from './write-package.mjs';

const ARCH = 'x64';
const FFI = 'win32_x64/koffi.node';
const SERVICE_HOST = 'bin/nssm64.exe';

const PUBLIC_DOMAIN = `nssm 2.23, the service manager in this package, is in the public domain (its readme: "NSSM is public
domain. You may unconditionally use it and/or its source code for any purpose you wish.").
`;

export const WINDOWS_STEPS = 4 + Object.keys(PARTS).length;

/**
 * Makes what a Windows PC is installed from, into `out`, on whatever system: every file by itself, the
 * archive to which the server adds a PC's own settings, and the manifest. Nothing is done when nothing
 * has changed.
 * @param {{ root: string, out: string, cache: string, version?: string, releaseKey?: string,
 *   sign?: (executable: Buffer) => Promise<Buffer>, step?: (words: string) => void }} options
 *   `version` and `releaseKey` are those of `withPackagedBundle`
 * @returns the manifest, with `made: false` when it was there already
 * @throws PartUnavailable when what it is made from cannot be fetched
 */
export async function packageWindows({ step = untold, ...options }) {
  step('Bundling the agent');
  return withPackagedBundle(options, (made) => pack({ ...options, ...made, step }));
}

async function pack({ root, out, cache, sign, bundle, metafile, version, step }) {
  const contract = await import(pathToFileURL(join(root, 'libs/contract/dist/agent.js')).href);
  const { PACKAGE_FILES, SERVICE_NAME } = contract;
  const parts = await fetchParts(cache, step);
  const signed = sign !== undefined;
  const texts = await textFiles({ root, parts, metafile, names: PACKAGE_FILES, signed });
  const inputs_sha256 = await digestOfInputs(
    texts,
    [await readFile(bundle), JSON.stringify(PARTS), version],
    ['package-windows.mjs', 'windows-executable.mjs', 'sea.mjs'],
  );
  const before = await readManifest(join(out, PACKAGE_FILES.manifest));
  if (!sign && before?.inputs_sha256 === inputs_sha256) return { ...before, made: false };

  step('Making the executable');
  const unsigned = await windowsExecutable({
    node: join(parts.node, 'bin/node.exe'),
    blobMaker: join(parts.blobMaker, 'bin/node'),
    bundle,
    version,
    assets: { [PACKAGE_FILES.ffi]: join(parts.ffi, FFI) },
  });
  const executable = sign ? await sign(unsigned) : unsigned;
  const program = file(`${SERVICE_NAME}.exe`, executable);
  const files = withSums([...texts, program], PACKAGE_FILES.sums);
  const folder = `${SERVICE_NAME}-${version}-windows-${ARCH}`;
  const { zip } = await import(
    pathToFileURL(join(root, 'apps/server/dist/distribution/zip.js')).href
  );
  step('Compressing the package');
  const archive = zip(files);
  const manifest = {
    version,
    os: 'windows',
    arch: ARCH,
    node: PARTS.node.version,
    folder,
    archive: { name: `${folder}.zip`, bytes: archive.length, sha256: sha256(archive) },
    // A signature says when it was made: such a package is made anew each time.
    inputs_sha256: sign ? null : inputs_sha256,
  };
  step('Saving the package');
  await writePackage(out, [
    ...files,
    file(manifest.archive.name, archive),
    file(PACKAGE_FILES.manifest, json(manifest)),
  ]);
  return { ...manifest, made: true };
}

/** All but the executable. */
async function textFiles({ root, parts, metafile, names, signed }) {
  const agent = join(root, 'apps/agent');
  const licences = [
    thirdPartyLicences(metafile, agent),
    partLicence(parts.ffiLicence),
    partLicence(parts.serviceHost, PUBLIC_DOMAIN),
    // The package for Windows brings no text of it; it is the same Node.
    nodeLicence(join(parts.blobMaker, 'bin/node'), PARTS.node.version),
  ].join('\n');
  const readme = (await own('windows/README.txt')).content
    .toString()
    .replace(
      '@SIGNED@',
      signed ? 'It is signed.' : 'It is not signed, so Windows may warn (SmartScreen).',
    );
  return [
    file(names.serviceHost, await readFile(join(parts.serviceHost, SERVICE_HOST))),
    file(names.windowsInstaller, lines((await own('windows/install.cmd')).content)),
    file(names.windowsUninstaller, lines((await own('windows/uninstall.cmd')).content)),
    file(names.readme, lines(readme)),
    file('LICENSE.txt', lines(await readFile(join(root, 'LICENSE')))),
    file('THIRD-PARTY-LICENSES.txt', lines(licences)),
  ];
}

/** As Windows ends them: its Notepad of old shows nothing else, and its shell stumbles. */
const lines = (text) => text.toString().replace(/\r?\n/g, '\r\n');
