import { createHash, randomBytes } from 'node:crypto';

/** Sizes of what the handshake exchanges, in bytes (seed 000, RFC 8032). */
export const KEY_BYTES = 32;
export const SEED_BYTES = 32;
export const NONCE_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Standard base64 with padding, as keys, nonces and signatures travel. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** A raw public key, or undefined if the text is not canonical base64 of exactly 32 bytes. */
export function decodeKey(text: string): Buffer | undefined {
  return decodeExactly(text, KEY_BYTES);
}

/** A private seed, or undefined if the text is not canonical base64 of exactly 32 bytes. */
export function decodeSeed(text: string): Buffer | undefined {
  return decodeExactly(text, SEED_BYTES);
}

/** A nonce, or undefined if the text is not canonical base64 of exactly 32 bytes. */
export function decodeNonce(text: string): Buffer | undefined {
  return decodeExactly(text, NONCE_BYTES);
}

/** A signature, or undefined if the text is not canonical base64 of exactly 64 bytes. */
export function decodeSignature(text: string): Buffer | undefined {
  return decodeExactly(text, SIGNATURE_BYTES);
}

/**
 * Node decodes base64 leniently (blanks, URL alphabet, loose trailing bits, no padding). Encoding
 * again and comparing leaves one spelling for each value, so what is logged, stored or compared as
 * text cannot differ from what was verified.
 */
function decodeExactly(text: string, bytes: number): Buffer | undefined {
  if (text.length !== Math.ceil(bytes / 3) * 4) return undefined;
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === bytes && decoded.toString('base64') === text ? decoded : undefined;
}

export function newNonce(): Buffer {
  return randomBytes(NONCE_BYTES);
}

/** A fresh private seed; the public key comes from `createSigner(seed).publicKey`. */
export function newSeed(): Buffer {
  return randomBytes(SEED_BYTES);
}

/** SHA-256 of the raw public key in hex: how a key is named in records (`agent_key`, design §5). */
export function keyFingerprint(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex');
}

/** The first 80 bits of the fingerprint for people to compare: `1f2e 3d4c 5b6a 7988 0a1b`. */
export function shortFingerprint(publicKey: Uint8Array): string {
  return keyFingerprint(publicKey)
    .slice(0, 20)
    .replace(/(.{4})(?!$)/g, '$1 ');
}
