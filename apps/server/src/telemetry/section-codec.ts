import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes of the hash that are kept: no collisions to be expected. */
const ID_LENGTH = 32;

/** Content address of a section: the same for equal text, whoever sent it. */
export function bodyIdOf(section: string, text: string): string {
  return hash('sha256', `${section}\0${text}`, 'base64url').slice(0, ID_LENGTH);
}

/**
 * Packing a text so short saves a hundred bytes or two, for 16 µs each. No deflated text begins
 * with this byte: it would announce a block of the type that does not exist.
 */
const TINY_CHARACTERS = 512;
const PLAIN = 0x06;

/**
 * A trip to the thread pool, and zlib's tables for the longest texts there are, cost many times
 * what packing a short one does: those are packed at once, with small tables.
 */
const SHORT_CHARACTERS = 2 * 1024;
const FOR_SHORT = { windowBits: 11, memLevel: 4 };

/** Long texts are packed off the event loop, in the thread pool. */
export function packBody(text: string): Buffer | Promise<Buffer> {
  if (text.length <= TINY_CHARACTERS) return plainBody(text);
  return text.length <= SHORT_CHARACTERS ? deflateRawSync(text, FOR_SHORT) : deflate(text);
}

/** The JSON text of a stored body. @throws a zlib error when the stored bytes are damaged */
export async function unpackBody(body: Uint8Array): Promise<string> {
  if (body[0] === PLAIN) return Buffer.from(body.subarray(1)).toString('utf8');
  return (await inflate(body)).toString('utf8');
}

function plainBody(text: string): Buffer {
  const body = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  body[0] = PLAIN;
  body.write(text, 1);
  return body;
}
