import { parseReleaseManifest, type ReleaseManifest } from '@kenny/contract/agent';
import { agentSignatures, decodeKey, isGenuineRelease } from '@kenny/handshake/agent';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageOptions } from './package-options.mjs';
import { makeReleaseKey, readReleasePublicKey, signPackage } from './release.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a release', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kenny-release-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const key = () => makeReleaseKey({ root, folder: join(folder, 'key') });

  function aPackage(os: string, name: string, content: string): string {
    const packaged = join(folder, os);
    mkdirSync(packaged);
    writeFileSync(join(packaged, name), content);
    const manifest = { version: '9.8.7', os, arch: 'x64', node: '22', folder: 'x' };
    writeFileSync(join(packaged, 'manifest.json'), JSON.stringify(manifest));
    return packaged;
  }

  function manifestAt(file: string): ReleaseManifest {
    const manifest = parseReleaseManifest(readFileSync(`${file}.manifest.json`, 'utf8'));
    if ('problem' in manifest) throw new Error(manifest.problem);
    return manifest;
  }

  it('is signed with a key that only its owner reads, and its manifest lies beside it', async () => {
    const made = await key();
    expect(statSync(made.key).mode & 0o777).toBe(0o600);
    const publicKey = decodeKey(await readReleasePublicKey({ file: made.publicKey }));
    if (!publicKey) throw new Error('no key');
    const out = join(folder, 'releases');
    for (const [os, name, file] of [
      ['linux', 'kenny-agent', 'linux-x86_64/kenny-agent-9.8.7'],
      ['windows', 'kenny-agent.exe', 'windows-x86_64/kenny-agent-9.8.7.exe'],
    ] as const) {
      const packaged = aPackage(os, name, `the ${os} one`);
      const signed = await signPackage({ packaged, keyFile: made.key, out });
      expect(signed.file).toBe(join(out, file));
      expect(readFileSync(signed.file, 'utf8')).toBe(`the ${os} one`);
      const manifest = manifestAt(signed.file);
      const sha256 = createHash('sha256').update(`the ${os} one`).digest('hex');
      expect(manifest).toMatchObject({ version: '9.8.7', os, arch: 'x86_64', sha256 });
      expect(isGenuineRelease(manifest, publicKey, agentSignatures)).toBe(true);
    }
  });

  it('can follow every package: without a word about keys one is made, said and used again', async () => {
    const places = { root, folder: join(folder, 'own') };
    const first = await packageOptions({}, places);
    expect(first.releaseKey).toBe(
      await readReleasePublicKey({ file: join(folder, 'own', 'release.pub') }),
    );
    const [where = '', advice = ''] = first.remarks;
    expect(where).toContain(join(folder, 'own', 'release.key'));
    expect(advice).toContain('keep a copy');
    expect(first.remarks.join()).not.toContain(
      readFileSync(join(folder, 'own', 'release.key'), 'utf8')
        .trim()
        .split(' ')
        .at(-1) ?? '-',
    );
    const second = await packageOptions({ version: '2.0.0' }, places);
    expect([second.version, second.releaseKey]).toEqual(['2.0.0', first.releaseKey]);
    expect(second.remarks).toHaveLength(1);
  });

  it('has no way to a package that was asked for without a key, and says so', async () => {
    const places = { root, folder: join(folder, 'own') };
    const { releaseKey, remarks } = await packageOptions({ 'no-release-key': true }, places);
    expect([releaseKey, existsSync(places.folder)]).toEqual([undefined, false]);
    expect(remarks.join()).toContain('take no updates');
  });

  it('is believed by the key that was named, as a file or as a text, and never by two', async () => {
    const made = await key();
    const places = { root, folder: join(folder, 'own') };
    for (const [name, value] of [
      ['release-key', made.publicKey],
      ['release-pubkey', made.text],
    ] as const) {
      const { releaseKey } = await packageOptions({ [name]: value }, places);
      expect(releaseKey).toBe(made.text);
    }
    await expect(packageOptions({ 'release-pubkey': 'AAAA' }, places)).rejects.toThrow(
      /is no public release key/,
    );
    const both = { 'release-key': made.publicKey, 'no-release-key': true };
    await expect(packageOptions(both, places)).rejects.toThrow(/choose one/);
    expect(existsSync(places.folder)).toBe(false);
  });

  it('is not signed with a key that others may read, nor with a public one', async () => {
    const made = await key();
    const packaged = aPackage('linux', 'kenny-agent', 'x');
    const sign = (keyFile: string) => signPackage({ packaged, keyFile, out: folder });
    chmodSync(made.key, 0o640);
    await expect(sign(made.key)).rejects.toThrow(/others may read/);
    chmodSync(made.key, 0o600);
    await expect(sign(made.publicKey)).rejects.toThrow(/is no release key/);
    const swapped = readReleasePublicKey({ file: made.key });
    await expect(swapped).rejects.toThrow(/is no public release key/);
    await expect(sign(join(folder, 'none'))).rejects.toThrow(/cannot be read/);
    writeFileSync(join(folder, 'text'), 'no key');
    await expect(sign(join(folder, 'text'))).rejects.toThrow(/is no release key/);
    const none = signPackage({ packaged: folder, keyFile: made.key, out: folder });
    await expect(none).rejects.toThrow(/there is no package in/);
  });

  it('has a key that is never overwritten and never made inside the sources', async () => {
    const made = await key();
    const before = readFileSync(made.key, 'utf8');
    await expect(key()).rejects.toThrow(/is there already/);
    expect(readFileSync(made.key, 'utf8')).toBe(before);
    const inside = join(root, 'dist/release-key-spec');
    await expect(makeReleaseKey({ root, folder: inside })).rejects.toThrow(/inside the sources/);
    expect(existsSync(inside)).toBe(false);
  });
});
