import {
  PACKAGE_FILES,
  releaseManifestUrl,
  SERVICE_NAME,
  type ReleaseManifest,
} from '@kenny/contract';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { WORKSPACE, type World } from './world.js';

/** Makes a key, packages of these versions that take its releases, and signs them. */
const MAKE = `
const [root, folder, ...versions] = process.argv.slice(1);
const { makeReleaseKey, readReleasePublicKey, signPackage } = await import(root + '/tools/package/release.mjs');
const { packageLinux } = await import(root + '/tools/package/package-linux.mjs');
const made = await makeReleaseKey({ root, folder: folder + '/key' });
const releaseKey = await readReleasePublicKey({ file: made.publicKey });
for (const version of versions) {
  const packaged = folder + '/' + version;
  await packageLinux({ root, out: packaged, version, releaseKey });
  const { file } = await signPackage({ packaged, keyFile: made.key, out: folder + '/releases' });
  console.log(version + ' ' + file);
}`;

/** Signs whatever file as a release of that version, with the key that is there. */
const SIGN = `
const [root, folder, version, executable] = process.argv.slice(1);
const { cp, mkdir, readFile, writeFile } = await import('node:fs/promises');
const { signPackage } = await import(root + '/tools/package/release.mjs');
const packaged = folder + '/' + version;
await mkdir(packaged, { recursive: true });
await cp(executable, packaged + '/${SERVICE_NAME}');
const facts = { version, os: 'linux', arch: process.arch };
await writeFile(packaged + '/${PACKAGE_FILES.manifest}', JSON.stringify(facts));
const { file } = await signPackage({ packaged, keyFile: folder + '/key/release.key', out: folder + '/releases' });
console.log(version + ' ' + file);`;

const ARCHIVE = /\.tar\.gz$/;
const PACKAGES_MS = 900_000;

/** Linux packages of several versions, and a web server on this machine that has their signed executables. */
export class Releases {
  /** Signed executables by version. */
  private readonly files = new Map<string, string>();
  private base = '';

  private constructor(
    private readonly world: World,
    private readonly folder: string,
  ) {}

  static async make(world: World, versions: readonly string[]): Promise<Releases> {
    const releases = new Releases(world, world.makeFolder('releases'));
    await releases.script('packages', MAKE, versions);
    await releases.serve();
    return releases;
  }

  /** What `npm run package:linux` made of this version. */
  packageFolder(version: string): string {
    return join(this.folder, version);
  }

  /** Where a PC gets the archive of it. */
  archiveUrl(version: string): string {
    const [archive] = readdirSync(this.packageFolder(version)).filter((name) => ARCHIVE.test(name));
    if (archive === undefined) throw new Error(`there is no package ${version}`);
    return `${this.base}/${archive}`;
  }

  /** Signs a file that is no package of ours as a release of this version. */
  async sign(version: string, executable: string): Promise<void> {
    await this.script(`sign ${version}`, SIGN, [version, executable]);
  }

  /** The signed executable, with its manifest beside it. */
  fileOf(version: string): string {
    const file = this.files.get(version);
    if (file === undefined) throw new Error(`there is no release ${version}`);
    return file;
  }

  /** The arguments of `agent_update` for this version. */
  async argsOf(version: string): Promise<{ version: string; url: string; sha256: string }> {
    const file = this.fileOf(version);
    const url = `${this.base}/${basename(file)}`;
    const text = await readFile(releaseManifestUrl(`file://${file}`).slice(7), 'utf8');
    const { sha256 } = JSON.parse(text) as ReleaseManifest;
    return { version, url, sha256 };
  }

  private async script(name: string, text: string, words: readonly string[]): Promise<void> {
    const program = this.world.start({
      name,
      args: [
        '--input-type=module',
        '-e',
        text,
        WORKSPACE.replace(/\/$/, ''),
        this.folder,
        ...words,
      ],
      cwd: WORKSPACE,
    });
    const { code } = await program.ended(PACKAGES_MS);
    if (code !== 0) throw new Error(program.output);
    for (const [, version = '', file = ''] of program.stdout.matchAll(/^([\d.]+) (\/.+)$/gm)) {
      this.files.set(version, file);
    }
  }

  private async serve(): Promise<void> {
    const server = createServer((request, response) => {
      const name = basename(new URL(request.url ?? '/', 'http://x').pathname);
      const folders = [...this.files].flatMap(([version, file]) => [
        dirname(file),
        this.packageFolder(version),
      ]);
      const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
      if (file === undefined) response.writeHead(404).end();
      else createReadStream(file).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.world.onClose(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    this.base = `http://127.0.0.1:${address.port}`;
  }
}
