import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { TOKEN_PREFIX } from '@kenny/contract';

const SECRET_BYTES = 32;

/** A fresh secret for a person or a program to keep: prefix and 32 random bytes, URL-safe. */
export function newSecret(): string {
  return TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * What is kept of a secret: SHA-256 in hex. A slow hash would buy nothing, the input has 256 random
 * bits; and looking one up by its hash tells a guesser nothing by its timing.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Compares two hashes of `hashSecret` in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** An id that is unique without being secret, e.g. `tok_9f1c0e2a…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
