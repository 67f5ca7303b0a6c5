/** Sizes of the types that the documentation of Windows names, on a 64-bit one. */
const BYTES = {
  WORD: 2,
  DWORD: 4,
  UINT: 4,
  LONG: 4,
  INT: 4,
  POINTER: 8,
  HANDLE: 8,
} as const;

/** A member as it is documented: its type, and how many of them stand in a row. */
type Member<N extends string> = readonly [name: N, type: keyof typeof BYTES, count?: number];

/**
 * Where the members of a structure lie, by the rule of Windows' compilers: each at a multiple of its own
 * size, the whole at a multiple of the largest.
 */
export function structure<N extends string>(
  ...members: readonly Member<N>[]
): { size: number; at: Readonly<Record<N, number>> } {
  const at = new Map<N, number>();
  let end = 0;
  let largest = 1;
  for (const [name, type, count = 1] of members) {
    const bytes = BYTES[type];
    largest = Math.max(largest, bytes);
    const start = Math.ceil(end / bytes) * bytes;
    at.set(name, start);
    end = start + bytes * count;
  }
  const places = Object.fromEntries(at) as Record<N, number>;
  return { size: Math.ceil(end / largest) * largest, at: places };
}
