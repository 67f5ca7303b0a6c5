import { type EncryptedVolume, PROTECTION_STATUS } from '@kenny/contract/agent';
import { type Collector, reading, unreadable } from '../collector.js';
import { type Mount, parseMountinfo, selectVolumes } from '../disk/mountinfo.js';
import type { Probe } from '../probe/probe.js';
import { some } from '../words.js';
import {
  areEncrypted,
  btrfsDevices,
  deviceByNumber,
  deviceByPath,
  type Encrypted,
} from './block-devices.js';

const MOUNTS = '/proc/self/mountinfo';
const MOUNTS_BYTES = 1024 * 1024;
const ROOT = '/';

/** Which volumes are written through dm-crypt (LUKS); what lies on other machines is not asked. */
export const encryption: Collector<'encryption'> = async (probe) => {
  const mounts = parseMountinfo(await probe.files.read(MOUNTS, MOUNTS_BYTES));
  const local = selectVolumes(mounts).filter(({ access }) => access === 'direct');
  const volumes: EncryptedVolume[] = [];
  const unknown: Mount[] = [];
  for (const { mount } of local) {
    const encrypted = await encryptionOf(probe, mount);
    if (encrypted === undefined) unknown.push(mount);
    else volumes.push(volumeOf(mount.point, encrypted));
  }
  const root = unknown.find(({ point }) => point === ROOT);
  // Without the system volume there is no verdict.
  if (root) return unreadable(`what lies below / (${root.type}) cannot be seen from here`);
  if (volumes.length === 0) return unreadable(`${MOUNTS} names no local volume`);
  return reading<'encryption'>(summaryOf(volumes, unknown), { volumes });
};

async function encryptionOf(probe: Probe, mount: Mount): Promise<Encrypted> {
  if (mount.type === 'zfs') return zfsEncryption(probe, mount.source);
  const { files } = probe;
  const device =
    (await deviceByNumber(files, mount.device)) ?? (await deviceByPath(files, mount.source));
  if (device === undefined) return undefined;
  const members = mount.type === 'btrfs' ? await btrfsDevices(files, device) : [];
  return areEncrypted(files, members.length > 0 ? members : [device]);
}

/** ZFS encrypts data sets itself; the disks below are plain. */
async function zfsEncryption(probe: Probe, dataset: string): Promise<Encrypted> {
  if (!/^[A-Za-z0-9][^\0\n]{0,255}$/.test(dataset)) return undefined;
  const output = await probe.run('zfs', ['get', '-H', '-o', 'value', 'encryption', dataset]);
  return output.ok ? parseZfsEncryption(output.stdout) : undefined;
}

/** `off` or the cipher, e.g. `aes-256-gcm` (zfsprops(7)); a pool on LUKS says `off`, too. */
export function parseZfsEncryption(text: string): Encrypted {
  return /^aes-(?:128|192|256)-[gc]cm$/.test(text.trim()) ? true : undefined;
}

function volumeOf(mount: string, encrypted: boolean): EncryptedVolume {
  return {
    mount: mount.slice(0, 4096),
    protection_status: encrypted ? PROTECTION_STATUS.on : PROTECTION_STATUS.off,
    encryption_percent: encrypted ? 100 : 0,
  };
}

function summaryOf(volumes: readonly EncryptedVolume[], unknown: readonly Mount[]): string {
  const on = volumes.filter((one) => one.protection_status === PROTECTION_STATUS.on);
  const off = volumes.filter((one) => one.protection_status === PROTECTION_STATUS.off);
  const parts = [
    ...(on.length > 0 ? [`encrypted: ${some(mountsOf(on), 3)}`] : []),
    ...(off.length > 0 ? [`not encrypted: ${some(mountsOf(off), 3)}`] : []),
    ...(unknown.length > 0
      ? [
          `not visible: ${some(
            unknown.map(({ point }) => point),
            3,
          )}`,
        ]
      : []),
  ];
  return parts.join('; ');
}

function mountsOf(volumes: readonly EncryptedVolume[]): string[] {
  return volumes.map(({ mount }) => mount);
}
