import { compareVersions, type ReleaseView } from '@kenny/contract';
import { HOUR_MS } from '@kenny/kernel';
import type { ReleaseEntity } from './release.entity.js';

/** Retention of releases, and limits of fetching and publishing. */
export const RELEASE_LIMITS = {
  /** Of each system and processor; the highest version stays in any case. */
  kept: 5,
  /** How long a release stays after an update to it was requested. */
  promisedMs: HOUR_MS,
  /** Concurrent uploads; each may be as large as a release. */
  uploads: 2,
  /** Concurrent downloads; PCs of one household share an address. */
  downloads: 64,
  downloadsPerAddress: 16,
  /**
   * How long one download may take, however steadily it comes: a few slow readers would else hold
   * all places. 90 MB on a line of 0.8 Mbit/s fit, and a PC has given its update up
   * before.
   */
  downloadMs: 900_000,
} as const;

/** Newest version first; equal and incomparable ones by publication, latest first. */
export function newestFirst(a: ReleaseEntity, b: ReleaseEntity): number {
  return (compareVersions(b.version, a.version) ?? 0) || b.published_at - a.published_at;
}

/** By system and processor, newest first within each. */
export function inOrder(a: ReleaseEntity, b: ReleaseEntity): number {
  return a.os.localeCompare(b.os) || a.arch.localeCompare(b.arch) || newestFirst(a, b);
}

/** Which of one target's releases make room: neither the last published nor the highest version. */
export function overLimit(releases: readonly ReleaseEntity[]): ReleaseEntity[] {
  const [highest] = releases.toSorted(newestFirst);
  return releases
    .toSorted((a, b) => b.published_at - a.published_at)
    .slice(RELEASE_LIMITS.kept)
    .filter(({ name }) => name !== highest?.name);
}

export function releaseView(release: ReleaseEntity): ReleaseView {
  const { name, version, os, arch, size, sha256, verified } = release;
  const { publisher_kind: kind, publisher_id: id, publisher_name } = release;
  return {
    ...{ name, version, os, arch, size, sha256, verified },
    published_at: new Date(release.published_at).toISOString(),
    published_by: { kind, id, name: publisher_name },
  };
}
