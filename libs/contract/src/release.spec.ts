import {
  parseReleaseManifest,
  RELEASE_CAPS,
  releaseFileName,
  releaseFolder,
  releaseManifestUrl,
  wireArch,
} from './release.js';

const manifest = {
  version: '0.2.0',
  os: 'linux',
  arch: 'x86_64',
  size: 1024,
  sha256: 'ab'.repeat(32),
  sig: `${'A'.repeat(86)}==`,
};
const parse = (value: unknown) => parseReleaseManifest(JSON.stringify(value));

describe('the manifest of a release', () => {
  it('is taken as it is written', () => {
    expect(parse(manifest)).toEqual(manifest);
  });

  it.each([
    ['no version', { ...manifest, version: 'latest' }],
    ['a version of blanks', { ...manifest, version: ' 1.0' }],
    ['an unknown system', { ...manifest, os: 'plan9' }],
    ['a processor that is a path', { ...manifest, arch: '../x' }],
    ['no size', { ...manifest, size: 0 }],
    ['half a byte', { ...manifest, size: 0.5 }],
    ['a size beyond the cap', { ...manifest, size: RELEASE_CAPS.executableBytes + 1 }],
    ['a hash in capitals', { ...manifest, sha256: 'AB'.repeat(32) }],
    ['half a signature', { ...manifest, sig: 'AAAA' }],
    ['a key that is not signed', { ...manifest, url: 'https://x' }],
    ['a list', [manifest]],
    ['null', null],
  ])('is refused with %s', (_what, value) => {
    expect(parse(value)).toHaveProperty('problem');
  });

  it('is refused when a key is missing, when it is no JSON, and when it is too long', () => {
    for (const key of Object.keys(manifest)) {
      expect(parse({ ...manifest, [key]: undefined })).toHaveProperty('problem');
    }
    expect(parseReleaseManifest('{')).toHaveProperty('problem');
    const long = `${JSON.stringify(manifest)}${' '.repeat(RELEASE_CAPS.manifestBytes)}`;
    expect(parseReleaseManifest(long)).toHaveProperty('problem');
  });
});

describe('the names of a release', () => {
  it('say system, processor and version', () => {
    expect(releaseFolder({ os: 'linux', arch: wireArch('x64') })).toBe('linux-x86_64');
    expect(releaseFolder({ os: 'windows', arch: wireArch('riscv64') })).toBe('windows-riscv64');
    expect(releaseFileName({ version: '1.2', os: 'linux' })).toBe('kenny-agent-1.2');
    expect(releaseFileName({ version: '1.2', os: 'windows' })).toBe('kenny-agent-1.2.exe');
  });

  it('the manifest lies beside its executable, whatever follows the path', () => {
    expect(releaseManifestUrl('https://a.example/r/kenny-agent-1.2')).toBe(
      'https://a.example/r/kenny-agent-1.2.manifest.json',
    );
    expect(releaseManifestUrl('https://a.example/r/x.exe?t=1')).toBe(
      'https://a.example/r/x.exe.manifest.json?t=1',
    );
  });
});
