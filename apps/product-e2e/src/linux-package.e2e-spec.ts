import { PACKAGE_FILES } from '@kenny/contract';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linuxPackageIsThere } from './harness/linux-package.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/** What `npm run package:linux` makes, from the build that these tests stand on. */
const world = aWorld();
const PATIENCE_MS = 300_000;
const HANDED_OUT = join(WORKSPACE, 'dist/linux');
const MAKE = `
const { packageLinux } = await import(process.argv[1]);
await packageLinux({ root: process.argv[2], out: process.argv[3] });`;

async function make(name: string): Promise<string> {
  const out = join(world.makeFolder(name), 'linux');
  const packed = world.start({
    name: `package ${name}`,
    args: [
      ...['--input-type=module', '-e', MAKE],
      ...[join(WORKSPACE, 'tools/package/package-linux.mjs'), WORKSPACE, out],
    ],
    cwd: world.folder,
  });
  expect((await packed.ended(PATIENCE_MS)).code).toBe(0);
  return out;
}

const sum = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const sums = (folder: string): string[][] =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, sum(join(folder, name))]);

describe('the package for Linux', () => {
  it(
    'has the same bytes whenever it is made',
    world.telling(async () => {
      await linuxPackageIsThere(world);
      expect(sums(await make('again'))).toEqual(sums(HANDED_OUT));
    }),
    2 * PATIENCE_MS,
  );

  it('says the checksum of every file, and the manifest that of the archive', () => {
    const folder = join(world.folder, 'again/linux');
    execFileSync('sha256sum', ['--check', '--quiet', PACKAGE_FILES.sums], { cwd: folder });
    const { archive } = JSON.parse(readFileSync(join(folder, PACKAGE_FILES.manifest), 'utf8')) as {
      archive: { name: string; bytes: number; sha256: string };
    };
    const content = readFileSync(join(folder, archive.name));
    expect(archive).toMatchObject({
      bytes: content.length,
      sha256: sum(join(folder, archive.name)),
    });
  });

  it('runs as it comes out of the archive, both ways, and tells the same of itself', () => {
    const folder = join(world.folder, 'again/linux');
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
    const out = world.makeFolder('unpacked');
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', out, '--strip-components=1']);
    const version = (program: string, ...args: string[]): unknown =>
      JSON.parse(execFileSync(program, [...args, 'version', '--json'], { encoding: 'utf8' }));
    const executable = version(join(out, 'kenny-agent'));
    expect(executable).toMatchObject({ name: 'kenny-agent', node: process.versions.node });
    expect(version(process.execPath, join(out, 'kenny-agent.cjs'))).toEqual(executable);
  });

  it('brings the licence texts of everything in it', () => {
    const text = readFileSync(join(world.folder, 'again/linux/THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of ['@noble/ed25519', 'commander', 're2js', 'ws', 'Node.js']) {
      expect(text).toMatch(new RegExp(`^${name} \\S+`, 'm'));
    }
    expect(text).not.toContain('@kenny/');
  });

  it('names no folder of the machine that made it', () => {
    const folder = join(world.folder, 'again/linux');
    for (const name of readdirSync(folder)) {
      expect([name, readFileSync(join(folder, name)).includes(WORKSPACE)]).toEqual([name, false]);
    }
  });
});
