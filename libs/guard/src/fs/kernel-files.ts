import { statfs } from 'node:fs/promises';

/**
 * Kernel file systems by magic number (statfs(2), magic.h), wherever they are mounted. `undefined`:
 * all of it is refused.
 */
const KERNEL_FILE_SYSTEMS: ReadonlyMap<number, RegExp | undefined> = new Map([
  [
    0x9fa0, // proc: what tells about the PC as a whole, nothing about a process
    /^\/(?:$|(?:acpi|asound|bus|driver|fs|irq|pressure|scsi|sys|tty)(?:\/(?!.*(?:stable_secret|fastopen_key))|$)|(?:buddyinfo|cgroups|consoles|cpuinfo|crypto|devices|diskstats|filesystems|interrupts|loadavg|locks|mdstat|meminfo|misc|modules|partitions|schedstat|softirqs|stat|swaps|uptime|version|version_signature|vmstat|zoneinfo)$)/,
  ],
  [
    0x62656572, // sysfs: devices and what drives them; `kernel` and `firmware` are not among them
    /^\/(?:$|(?:block|bus|class|devices|fs|hypervisor|module|power)(?:\/|$))/,
  ],
  [0x64626720, undefined], // debugfs
  [0x74726163, undefined], // tracefs
  [0xcafe4a11, undefined], // bpf
  [0x73636673, undefined], // securityfs
  [0xf97cff8c, undefined], // selinux
  [0x43415d53, undefined], // smack
  [0x5a3c69f0, undefined], // apparmor
  [0x6165676c, undefined], // pstore
  [0xde5e81e4, undefined], // efivarfs
  [0x62656570, undefined], // configfs
  [0x65735543, undefined], // fuse control
  [0x6e736673, undefined], // namespaces
  [0x454d444d, undefined], // devmem
]);

/** What lies at the path (of a descriptor, so that nothing else is put there meanwhile). */
export async function kindOfFiles(path: string): Promise<KernelFiles | undefined> {
  const { type } = await statfs(path);
  // Some systems return a signed number.
  const magic = Number(BigInt.asUintN(32, BigInt(type)));
  if (!KERNEL_FILE_SYSTEMS.has(magic)) return undefined;
  return new KernelFiles(KERNEL_FILE_SYSTEMS.get(magic));
}

export class KernelFiles {
  constructor(private readonly readable: RegExp | undefined) {}

  /** @param inside path from the root of the file system */
  mayBeRead(inside: string): boolean {
    return this.readable?.test(inside) ?? false;
  }
}
