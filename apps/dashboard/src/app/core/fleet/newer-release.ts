import { compareVersions, type FleetAgent, type ReleaseView } from '@kenny/contract/web';

/** The newest published release that this PC could be updated to; nothing when there is none. */
export function newerRelease(
  releases: readonly ReleaseView[],
  { meta }: Pick<FleetAgent, 'meta'>,
): ReleaseView | undefined {
  if (!meta?.arch) return undefined;
  const { os, arch, version } = meta;
  return releases
    .filter((one) => one.os === os && one.arch === arch)
    .filter((one) => compareVersions(one.version, version) === 1)
    .sort((a, b) => compareVersions(b.version, a.version) ?? 0)[0];
}
