import { compareVersions, type FleetAgent, type ReleaseView } from '@kenny/contract/web';

/** The newest release of each OS and architecture. */
export type NewestReleases = ReadonlyMap<string, ReleaseView>;

export function newestReleases(releases: readonly ReleaseView[]): NewestReleases {
  const newest = new Map<string, ReleaseView>();
  for (const release of releases) {
    const known = newest.get(kindOf(release));
    if (!known || compareVersions(release.version, known.version) === 1) {
      newest.set(kindOf(release), release);
    }
  }
  return newest;
}

/** The release that this PC could be updated to, if any. */
export function newerRelease(
  newest: NewestReleases,
  { meta }: Pick<FleetAgent, 'meta'>,
): ReleaseView | undefined {
  if (!meta?.arch) return undefined;
  const release = newest.get(kindOf({ os: meta.os, arch: meta.arch }));
  return release && compareVersions(release.version, meta.version) === 1 ? release : undefined;
}

const kindOf = ({ os, arch }: Pick<ReleaseView, 'os' | 'arch'>): string => `${os} ${arch}`;
