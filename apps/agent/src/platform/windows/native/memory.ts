import type { NativeLibrary } from './library.js';

export interface NativeMemory {
  total: number;
  available: number;
  /** Commit limit: memory and page files together. */
  commitLimit: number;
}

const SIZE = 64;

export function readNativeMemory(library: NativeLibrary): NativeMemory {
  const status = Buffer.alloc(SIZE);
  status.writeUInt32LE(SIZE, 0);
  const ask = library.load('kernel32.dll').func('int __stdcall GlobalMemoryStatusEx(void *status)');
  if (!ask(status)) throw new Error('Windows does not say how much memory there is');
  return parseMemoryStatus(status);
}

/** MEMORYSTATUSEX. */
export function parseMemoryStatus(status: Buffer): NativeMemory {
  return {
    total: Number(status.readBigUInt64LE(8)),
    available: Number(status.readBigUInt64LE(16)),
    commitLimit: Number(status.readBigUInt64LE(24)),
  };
}
