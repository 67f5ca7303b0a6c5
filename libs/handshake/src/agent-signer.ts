import { createHash } from 'node:crypto';
import { getPublicKey, hash, hashes, Point, sign, verify } from '@noble/ed25519';
import { KEY_BYTES, SEED_BYTES, SIGNATURE_BYTES } from './encoding.js';
import { isCanonicalAndLarge } from './point-encoding.js';
import type { Signatures, Signer } from './signatures.js';

// The library brings no hash of its own for its synchronous calls.
hashes.sha512 = (message) => createHash('sha512').update(message).digest();

const ORDER = Point.CURVE().n;

/**
 * Signatures in plain JavaScript: an agent signs and verifies once per connection, and its bundle
 * then depends on no cryptography but a hash (ADR 0008).
 */
export const agentSignatures: Signatures = {
  createSigner: createAgentSigner,
  verify(publicKey, message, signature) {
    if (signature.length !== SIGNATURE_BYTES) return false;
    if (!isCanonicalAndLarge(publicKey)) return false;
    if (!isCanonicalAndLarge(signature.subarray(0, KEY_BYTES))) return false;
    return (
      verify(signature, message, publicKey, { zip215: false }) &&
      holdsWithoutCofactor(publicKey, message, signature)
    );
  },
};

function createAgentSigner(seed: Uint8Array): Signer {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes`);
  const secret = Buffer.from(seed);
  return {
    publicKey: Buffer.from(getPublicKey(secret)),
    sign: (message) => Buffer.from(sign(message, secret)),
  };
}

/**
 * The library multiplies its equation by the cofactor 8, so it also takes signatures whose R or key
 * carries a small-order component; OpenSSL at the server does not. Both ends must agree on every
 * signature, so the plain equation `S·B = R + k·A` has to hold too.
 */
function holdsWithoutCofactor(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const r = signature.subarray(0, KEY_BYTES);
  const k = littleEndian(hash(Buffer.concat([r, publicKey, message]))) % ORDER;
  const s = littleEndian(signature.subarray(KEY_BYTES));
  const left = Point.BASE.multiply(s, false);
  const right = Point.fromBytes(r).add(Point.fromBytes(publicKey).multiply(k, false));
  return left.equals(right);
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}
