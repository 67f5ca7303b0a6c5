import type { ReleaseView } from '@kenny/contract/web';

/** A published release for Linux on x86_64, unless told otherwise. */
export function aRelease(version: string, change: Partial<ReleaseView> = {}): ReleaseView {
  return {
    ...{ name: `r-${version}`, version, os: 'linux', arch: 'x86_64', size: 9, sha256: 'ab' },
    ...{ verified: true, published_at: '2026-06-04T12:00:00Z' },
    published_by: { kind: 'operator', id: 'admin', name: 'admin' },
    ...change,
  };
}
