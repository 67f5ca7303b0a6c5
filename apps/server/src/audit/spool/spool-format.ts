import { hash } from 'node:crypto';

/**
 * Records in a file of a fixed size that is written in place. Each begins at a multiple of `ALIGN`
 * and carries its own checksum, so that a cut or rubbish costs the records it hits and no other:
 * `KSP1`, generation, index, length (each 4 bytes), 16 bytes of SHA-256 over those and the payload.
 */
/** `KSP1`, as a number: a start looks for it at a hundred thousand places. */
const MAGIC = 0x4b535031;
const HEADER = 32;
const HASHED = 16;
export const ALIGN = 64;

export interface SpoolRecord {
  readonly generation: number;
  /** Within its generation, from 0. */
  readonly index: number;
  readonly payload: Buffer;
}

export interface Scanned {
  /** The newest; records of earlier generations are leftovers. 0 in an empty file. */
  readonly generation: number;
  /** Of that generation, by their index. */
  readonly records: readonly SpoolRecord[];
  /** Where the next one goes. */
  readonly end: number;
}

export function encodeRecord({ generation, index, payload }: SpoolRecord): Buffer {
  const record = Buffer.alloc(sizeOf(payload.length));
  record.writeUInt32BE(MAGIC, 0);
  record.writeUInt32BE(generation, 4);
  record.writeUInt32BE(index, 8);
  record.writeUInt32BE(payload.length, 12);
  payload.copy(record, HEADER);
  checksumOf(record, payload.length).copy(record, HASHED);
  return record;
}

/** A whole record at that offset, if there is one. */
export function recordAt(file: Buffer, offset: number): SpoolRecord | undefined {
  if (offset + HEADER > file.length || file.readUInt32BE(offset) !== MAGIC) return undefined;
  const length = file.readUInt32BE(offset + 12);
  if (length > file.length - offset - HEADER) return undefined;
  const record = file.subarray(offset, offset + HEADER + length);
  if (checksumOf(record, length).compare(record, HASHED, HEADER) !== 0) return undefined;
  return {
    generation: record.readUInt32BE(4),
    index: record.readUInt32BE(8),
    payload: record.subarray(HEADER),
  };
}

/**
 * Finds whole records at any offset. A payload cannot pass for a record: it is JSON, which has no
 * NUL, and every header has one.
 */
export function scan(file: Buffer): Scanned {
  let found: { record: SpoolRecord; end: number }[] = [];
  let generation = 0;
  for (let offset = 0; offset + HEADER <= file.length;) {
    const record = recordAt(file, offset);
    const size = record ? sizeOf(record.payload.length) : ALIGN;
    if (record && record.generation > generation) {
      generation = record.generation;
      found = [];
    }
    if (record?.generation === generation) found.push({ record, end: offset + size });
    offset += size;
  }
  return {
    generation,
    records: found.map(({ record }) => record),
    end: found.at(-1)?.end ?? 0,
  };
}

export const sizeOf = (payloadBytes: number): number =>
  Math.ceil((HEADER + payloadBytes) / ALIGN) * ALIGN;

function checksumOf(record: Buffer, length: number): Buffer {
  const covered = Buffer.concat([
    record.subarray(0, HASHED),
    record.subarray(HEADER, HEADER + length),
  ]);
  return hash('sha256', covered, 'buffer').subarray(0, HEADER - HASHED);
}
