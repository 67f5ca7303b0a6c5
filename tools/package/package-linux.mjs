import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { singleExecutable } from './executable.mjs';
import { nodeLicence, thirdPartyLicences } from './licences.mjs';
import { tar } from './tar.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * Makes what a Linux PC is installed from, into `out`: every file by itself, the archive that the
 * server hands out, and the manifest that describes it. Nothing is done when nothing has changed.
 * @param {{ root: string, out: string, makeExecutable?: (bundle: string) => Promise<Buffer> }} options
 * @returns the manifest, with `made: false` when it was there already
 */
export async function packageLinux({ root, out, makeExecutable = singleExecutable }) {
  const contract = await import(pathToFileURL(join(root, 'libs/contract/dist/agent.js')).href);
  const { KENNY_VERSION: version, PACKAGE_FILES, SERVICE_NAME } = contract;
  const bundle = join(root, 'apps/agent/bundle/kenny-agent.cjs');
  const texts = await textFiles(root, bundle);
  const inputs_sha256 = await digestOfInputs(texts);
  const manifestFile = join(out, PACKAGE_FILES.manifest);
  const before = await readManifest(manifestFile);
  if (before?.inputs_sha256 === inputs_sha256) return { ...before, made: false };

  const executable = { name: SERVICE_NAME, mode: 0o755, content: await makeExecutable(bundle) };
  const files = [...texts, executable].sort((a, b) => (a.name < b.name ? -1 : 1));
  files.push({ name: PACKAGE_FILES.sums, mode: 0o644, content: Buffer.from(sums(files)) });
  const folder = `${SERVICE_NAME}-${version}-linux-${process.arch}`;
  const archive = gzipSync(tar(files.map((file) => ({ ...file, name: `${folder}/${file.name}` }))));
  const manifest = {
    version,
    os: 'linux',
    arch: process.arch,
    node: process.versions.node,
    folder,
    archive: { name: `${folder}.tar.gz`, bytes: archive.length, sha256: sha256(archive) },
    inputs_sha256,
  };
  await writeAll(out, [
    ...files,
    { name: manifest.archive.name, mode: 0o644, content: archive },
    { name: PACKAGE_FILES.manifest, mode: 0o644, content: json(manifest) },
  ]);
  return { ...manifest, made: true };
}

/** All but the executable. */
async function textFiles(root, bundle) {
  const agent = join(root, 'apps/agent');
  const metafile = JSON.parse(await readFile(join(agent, 'bundle/metafile.json'), 'utf8'));
  const { servicePaths } = await import(built(agent, 'service/service-paths.js'));
  const { systemdUnit } = await import(built(agent, 'service/linux/systemd-unit.js'));
  const licences = `${thirdPartyLicences(metafile, agent)}\n${nodeLicence(process.execPath)}`;
  const own = (name, mode, content) => ({ name, mode, content: Buffer.from(content) });
  return [
    own('kenny-agent.cjs', 0o755, await readFile(bundle)),
    own('install.sh', 0o755, await readFile(join(HERE, 'install.sh'))),
    own('uninstall.sh', 0o755, await readFile(join(HERE, 'uninstall.sh'))),
    own('kenny-agent.service', 0o644, systemdUnit(servicePaths(), ['run'])),
    own('LICENSE', 0o644, await readFile(join(root, 'LICENSE'))),
    own('THIRD-PARTY-LICENSES', 0o644, licences),
  ];
}

const built = (agent, file) => pathToFileURL(join(agent, 'dist', file)).href;

/** Whatever decides over the bytes: the files, the Node that is packed, and the code that packs. */
async function digestOfInputs(texts) {
  const hash = createHash('sha256');
  for (const { name, mode, content } of texts) hash.update(`${name} ${mode} ${sha256(content)}\n`);
  hash.update(sha256(await readFile(process.execPath)));
  for (const file of ['package-linux.mjs', 'executable.mjs', 'tar.mjs']) {
    hash.update(await readFile(join(HERE, file)));
  }
  return hash.digest('hex');
}

function sums(files) {
  return files.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');
}

async function readManifest(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined; // none yet, or a half one: it is made anew
  }
}

/** All or nothing: a server that looks meanwhile sees the old package or the new one. */
async function writeAll(out, files) {
  const fresh = `${out}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const { name, mode, content } of files)
    await writeFile(join(fresh, name), content, { mode });
  await rm(out, { recursive: true, force: true });
  await rename(fresh, out);
}

const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const sha256 = (content) => createHash('sha256').update(content).digest('hex');
