import type { ReleaseView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { newerRelease } from './newer-release';

function aRelease(version: string, more: Partial<ReleaseView> = {}): ReleaseView {
  return {
    ...{ name: `r-${version}`, version, os: 'linux', arch: 'x86_64', size: 9, sha256: 'ab' },
    ...{ verified: true, published_at: '2026-06-04T12:00:00Z' },
    published_by: { kind: 'operator', id: 'admin', name: 'admin' },
    ...more,
  };
}

const pc = (version: string, arch?: string) =>
  aPc({
    meta: { hostname: 'x', os: 'linux', version, ...(arch === undefined ? {} : { arch }) },
  });

describe('the release that a PC can be updated to', () => {
  const releases = ['0.2.0', '0.10.0', '0.9.0'].map((version) => aRelease(version));

  it('is the newest by its numbers, for its system and processor', () => {
    expect(newerRelease(releases, pc('0.1.0', 'x86_64'))?.version).toBe('0.10.0');
    const others = [aRelease('9.0.0', { os: 'windows' }), aRelease('9.0.0', { arch: 'aarch64' })];
    expect(newerRelease([...others, ...releases], pc('0.1.0', 'x86_64'))?.version).toBe('0.10.0');
  });

  it('is none when nothing is above what runs, or nobody can tell', () => {
    expect(newerRelease(releases, pc('0.10.0', 'x86_64'))).toBeUndefined();
    expect(newerRelease(releases, pc('nightly', 'x86_64'))).toBeUndefined();
    expect(newerRelease(releases, pc('0.1.0'))).toBeUndefined();
    expect(newerRelease(releases, aPc({ meta: null }))).toBeUndefined();
  });
});
