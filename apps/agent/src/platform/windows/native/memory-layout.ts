import type { NativeLibrary, NativeValue } from './library.js';

/** Windows lists are far smaller; refuse larger ones instead of guessing. */
const LARGEST_LIST = 16 * 1024 * 1024;

/** A block of memory that Windows filled, and its address. */
export interface Block {
  bytes: Buffer;
  address: bigint;
}

/**
 * UTF-16 text behind the pointer at `offset`, if that points into the same block; undefined for
 * null and other pointers.
 */
export function textBehind({ bytes, address }: Block, offset: number): string | undefined {
  const pointer = bytes.readBigUInt64LE(offset);
  const start = pointer - address;
  if (pointer === 0n || start < 0n || start >= BigInt(bytes.length)) return undefined;
  return textFrom(bytes, Number(start), bytes.length);
}

/** UTF-16 text from `start` to its terminator, or to `end`. */
export function textFrom(bytes: Buffer, start: number, end: number): string {
  let stop = start;
  while (stop + 1 < end && bytes.readUInt16LE(stop) !== 0) stop += 2;
  return bytes.toString('utf16le', start, stop);
}

/** FILETIME: units of 100 ns. */
export function ticksAt(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}

export function ipv4At(bytes: Buffer, offset: number): string {
  return [...bytes.subarray(offset, offset + 4)].join('.');
}

/**
 * Most lists take two calls: one for the size, one for the content. `call` gets the buffer (null at
 * first) and where to write the size; true means that the buffer was filled.
 */
export function filledBlock(
  library: NativeLibrary,
  call: (buffer: Buffer | null, size: number, needed: Buffer) => boolean,
): Block | undefined {
  const needed = Buffer.alloc(4);
  if (call(null, 0, needed)) return undefined;
  // It may grow between the two calls.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const size = needed.readUInt32LE(0) + 4096;
    if (size <= 4096 || size > LARGEST_LIST) return undefined;
    const bytes = Buffer.alloc(size);
    if (call(bytes, size, needed)) return { bytes, address: library.address(bytes) };
  }
  return undefined;
}

/** A handle or pointer returned by a function. */
export function handleOf(value: unknown): NativeValue | undefined {
  if (typeof value !== 'bigint' && typeof value !== 'number') return undefined;
  return value === 0 || value === 0n || value === -1 || value === -1n ? undefined : value;
}
