import { aPc } from '../../../../test/a-pc';
import { aRelease } from '../../../../test/a-release';
import { newerRelease, newestReleases } from './newer-release';

const pc = (version: string, arch?: string) =>
  aPc({
    meta: { hostname: 'x', os: 'linux', version, ...(arch === undefined ? {} : { arch }) },
  });

describe('the release that a PC can be updated to', () => {
  const releases = ['0.2.0', '0.10.0', '0.9.0'].map((version) => aRelease(version));

  it('is the newest by its numbers, for its system and processor', () => {
    expect(newerRelease(newestReleases(releases), pc('0.1.0', 'x86_64'))?.version).toBe('0.10.0');
    const others = [aRelease('9.0.0', { os: 'windows' }), aRelease('9.0.0', { arch: 'aarch64' })];
    expect(
      newerRelease(newestReleases([...others, ...releases]), pc('0.1.0', 'x86_64'))?.version,
    ).toBe('0.10.0');
  });

  it('is none when nothing is above what runs, or nobody can tell', () => {
    expect(newerRelease(newestReleases(releases), pc('0.10.0', 'x86_64'))).toBeUndefined();
    expect(newerRelease(newestReleases(releases), pc('nightly', 'x86_64'))).toBeUndefined();
    expect(newerRelease(newestReleases(releases), pc('0.1.0'))).toBeUndefined();
    expect(newerRelease(newestReleases(releases), aPc({ meta: null }))).toBeUndefined();
  });
});
