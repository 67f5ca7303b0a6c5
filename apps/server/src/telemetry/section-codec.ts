import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A section's JSON with the id under which its content is kept. */
export interface EncodedSection {
  readonly id: string;
  readonly section: string;
  readonly text: string;
}

/** Equal content of the same section has the same id, whoever sent it. */
export function encodeSection(section: string, payload: unknown): EncodedSection {
  const text = JSON.stringify(payload);
  const digest = createHash('sha256').update(section).update('\0').update(text).digest();
  return { id: digest.subarray(0, 24).toString('base64url'), section, text };
}

/**
 * A trip to the thread pool, and zlib's tables for the longest texts there are, cost many times what
 * packing a short one does: those are packed at once, with small tables, in some 30 µs.
 */
const SHORT_CHARACTERS = 2 * 1024;
const FOR_SHORT = { windowBits: 11, memLevel: 4 };

/** Long texts are packed off the event loop, in the thread pool. */
export function packBody(text: string): Buffer | Promise<Buffer> {
  return text.length <= SHORT_CHARACTERS ? deflateRawSync(text, FOR_SHORT) : deflate(text);
}

/** The JSON text of a stored body. @throws a zlib error when the stored bytes are damaged */
export async function unpackBody(body: Uint8Array): Promise<string> {
  return (await inflate(body)).toString('utf8');
}
