import { deflateRawSync, inflateRawSync } from 'node:zlib';

const BYTES = Uint16Array.BYTES_PER_ELEMENT;
/** One piece for the largest tables: no copying while it grows. */
const CHUNK_BYTES = 1 << 20;

/**
 * Numbers below 65,536 as printable text: deflated, in base64. In the machine's byte order, which is
 * little-endian wherever this runs.
 */
export function packNumbers(numbers: Uint16Array): string {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return deflateRawSync(bytes, { level: 9, memLevel: 9 }).toString('base64');
}

/**
 * Reads what {@link packNumbers} wrote. Nothing here is done number by number: a program that has
 * just started has no compiled code yet.
 * @throws Error when the text is not whole
 */
export function unpackNumbers(text: string): Uint16Array {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'), { chunkSize: CHUNK_BYTES });
  const numbers = new Uint16Array(bytes.length / BYTES);
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
}
