import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { singleExecutable } from './executable.mjs';
import { nodeLicence, thirdPartyLicences } from './licences.mjs';
import { withPackagedBundle } from './packaged-bundle.mjs';
import { tar } from './tar.mjs';
import { untold } from './told-steps.mjs';
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

export const LINUX_STEPS = 4;

/**
 * Makes what a Linux PC is installed from, into `out`: every file by itself, the archive that the
 * server hands out, and the manifest that describes it. Nothing is done when nothing has changed.
 * @param {{ root: string, out: string, version?: string, releaseKey?: string,
 *   makeExecutable?: (bundle: string) => Promise<Buffer>, step?: (words: string) => void }} options
 *   `version` and `releaseKey` are those of `withPackagedBundle`
 * @returns the manifest, with `made: false` when it was there already
 */
export async function packageLinux({
  makeExecutable = singleExecutable,
  step = untold,
  ...options
}) {
  step('Bundling the agent');
  return withPackagedBundle(options, (made) => pack({ ...options, ...made, makeExecutable, step }));
}

async function pack({ root, out, bundle, metafile, version, makeExecutable, step }) {
  const contract = await import(pathToFileURL(join(root, 'libs/contract/dist/agent.js')).href);
  const { PACKAGE_FILES, SERVICE_NAME } = contract;
  const texts = await textFiles({ root, bundle, metafile });
  const inputs_sha256 = await digestOfInputs(
    texts,
    [await readFile(process.execPath)],
    ['package-linux.mjs', 'executable.mjs', 'sea.mjs', 'tar.mjs'],
  );
  const before = await readManifest(join(out, PACKAGE_FILES.manifest));
  if (before?.inputs_sha256 === inputs_sha256) return { ...before, made: false };

  step('Making the executable');
  const executable = file(SERVICE_NAME, await makeExecutable(bundle), 0o755);
  const files = withSums([...texts, executable], PACKAGE_FILES.sums);
  const folder = `${SERVICE_NAME}-${version}-linux-${process.arch}`;
  step('Compressing the package');
  const archive = gzipSync(tar(files.map((one) => ({ ...one, name: `${folder}/${one.name}` }))));
  const manifest = {
    version,
    os: 'linux',
    arch: process.arch,
    node: process.versions.node,
    folder,
    archive: { name: `${folder}.tar.gz`, bytes: archive.length, sha256: sha256(archive) },
    inputs_sha256,
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
async function textFiles({ root, bundle, metafile }) {
  const agent = join(root, 'apps/agent');
  const { servicePaths } = await import(built(agent, 'service/service-paths.js'));
  const { systemdUnit } = await import(built(agent, 'service/linux/systemd-unit.js'));
  const licences = `${thirdPartyLicences(metafile, agent)}\n${nodeLicence(process.execPath)}`;
  return [
    file('kenny-agent.cjs', await readFile(bundle), 0o755),
    await own('install.sh', 0o755),
    await own('uninstall.sh', 0o755),
    file('kenny-agent.service', systemdUnit(servicePaths(), ['run'])),
    file('LICENSE', await readFile(join(root, 'LICENSE'))),
    file('THIRD-PARTY-LICENSES', licences),
  ];
}

const built = (agent, path) => pathToFileURL(join(agent, 'dist', path)).href;
