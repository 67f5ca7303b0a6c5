import type { NativeLibrary } from './library.js';

export interface NativeVolume {
  /** `C:` */
  mount: string;
  total: number;
  free: number;
  available: number;
}

export interface NativeVolumes {
  volumes: NativeVolume[];
  /** Drives that gave no answer. */
  silent: string[];
}

/**
 * GetDriveType: removable, fixed, RAM disk. Network drives belong to users, and CDs do not fill up.
 */
const FIXED = 3;
const WANTED: readonly number[] = [2, FIXED, 6];
/** No dialog about an empty card reader. */
const SEM_FAILCRITICALERRORS = 1;

export function readNativeVolumes(library: NativeLibrary): NativeVolumes {
  const kernel = library.load('kernel32.dll');
  kernel.func('uint32_t __stdcall SetErrorMode(uint32_t mode)')(SEM_FAILCRITICALERRORS);
  const typeOf = kernel.func('uint32_t __stdcall GetDriveTypeW(str16 root)');
  const space = kernel.func(
    'int __stdcall GetDiskFreeSpaceExW(str16 root, void *available, void *total, void *free)',
  );
  const drives = Number(kernel.func('uint32_t __stdcall GetLogicalDrives()')());
  const found: NativeVolumes = { volumes: [], silent: [] };
  for (const letter of lettersOf(drives)) {
    const root = `${letter}:\\`;
    const type = Number(typeOf(root));
    if (!WANTED.includes(type)) continue;
    const [available, total, free] = [Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(8)];
    if (space(root, available, total, free)) {
      found.volumes.push({
        mount: `${letter}:`,
        total: Number(total.readBigUInt64LE()),
        free: Number(free.readBigUInt64LE()),
        available: Number(available.readBigUInt64LE()),
      });
    } else if (type === FIXED) {
      found.silent.push(`${letter}:`);
    }
  }
  return found;
}

/** Bit 0 is `A`. */
export function lettersOf(bits: number): string[] {
  return Array.from({ length: 26 }, (_, index) => index)
    .filter((index) => (bits & (1 << index)) !== 0)
    .map((index) => String.fromCharCode(65 + index));
}
