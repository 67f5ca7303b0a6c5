import type { SystemFiles } from '../probe/system-files.js';

const BLOCK = '/sys/class/block';
const NUMBERS = '/sys/dev/block';
/** Names of block devices in /sys: `sda2`, `dm-0`, `nvme0n1p2`, `cciss!c0d0`. */
const DEVICE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.!:-]{0,63}$/;
/** No stack is deeper than crypt on LVM on RAID on multipath; a loop must end. */
const MAX_DEPTH = 16;
const MAX_SLAVES = 256;

/** True: everything is written through dm-crypt. Undefined: what is below is not visible. */
export type Encrypted = boolean | undefined;

/** `253:0` from mountinfo → the device's name in /sys, or undefined (btrfs, ZFS, memory). */
export async function deviceByNumber(
  files: SystemFiles,
  number: string,
): Promise<string | undefined> {
  if (!/^\d{1,10}:\d{1,10}$/.test(number) || number.startsWith('0:')) return undefined;
  return files.linkName(`${NUMBERS}/${number}`);
}

/** `/dev/sda2` or `/dev/mapper/home` → the device's name in /sys. */
export async function deviceByPath(files: SystemFiles, path: string): Promise<string | undefined> {
  const [, mapped] = /^\/dev\/mapper\/([^/]{1,128})$/.exec(path) ?? [];
  if (mapped === undefined) {
    const name = path.replace(/^\/dev\//, '').replaceAll('/', '!');
    return DEVICE_NAME.test(name) && (await files.exists(`${BLOCK}/${name}`)) ? name : undefined;
  }
  for (const name of await files.listIfThere(BLOCK, 5_000)) {
    if (!name.startsWith('dm-')) continue;
    if ((await files.attribute(`${BLOCK}/${name}/dm/name`)) === mapped) return name;
  }
  return undefined;
}

/** Every disk of a btrfs file system, of which a mount names only one; empty for all others. */
export async function btrfsDevices(files: SystemFiles, member: string): Promise<string[]> {
  for (const uuid of await files.listIfThere('/sys/fs/btrfs', 200)) {
    const devices = await files.listIfThere(`/sys/fs/btrfs/${uuid}/devices`, MAX_SLAVES);
    if (devices.includes(member)) return devices;
  }
  return [];
}

/**
 * Follows a device down to the disks through LVM, RAID and partitions; every branch must be
 * encrypted.
 */
export async function isEncrypted(
  files: SystemFiles,
  name: string,
  depth = MAX_DEPTH,
): Promise<Encrypted> {
  if (depth === 0 || !DEVICE_NAME.test(name)) return undefined;
  const folder = `${BLOCK}/${name}`;
  const uuid = await files.attribute(`${folder}/dm/uuid`);
  if (uuid?.startsWith('CRYPT-')) return true;
  // A loop device is backed by a file on some disk.
  if (name.startsWith('loop')) return undefined;
  const below = await files.listIfThere(`${folder}/slaves`, MAX_SLAVES);
  if (below.length > 0) return areEncrypted(files, below, depth - 1);
  const whole = await wholeDevice(files, name);
  if (whole !== undefined) return isEncrypted(files, whole, depth - 1);
  return (await files.exists(folder)) ? false : undefined;
}

export async function areEncrypted(
  files: SystemFiles,
  names: readonly string[],
  depth = MAX_DEPTH,
): Promise<Encrypted> {
  let sure = true;
  for (const name of names) {
    const encrypted = await isEncrypted(files, name, depth);
    if (encrypted === false) return false;
    sure &&= encrypted === true;
  }
  return sure ? true : undefined;
}

/** The device that a partition is a part of: `…/block/md0/md0p1` → `md0`. */
async function wholeDevice(files: SystemFiles, name: string): Promise<string | undefined> {
  if (!(await files.exists(`${BLOCK}/${name}/partition`))) return undefined;
  return (await files.linkTarget(`${BLOCK}/${name}`))?.split('/').at(-2);
}
