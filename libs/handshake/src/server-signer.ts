import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { KEY_BYTES, SEED_BYTES, SIGNATURE_BYTES } from './encoding.js';
import { isCanonicalAndLarge } from './point-encoding.js';
import type { Signatures, Signer } from './signatures.js';

/**
 * DER around a raw key (RFC 8410). Never JWK: exporting Ed25519 keys that way hung now and then on
 * Node 20.
 */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Public keys kept ready; importing one costs as much as a verification. */
const READY_KEYS = 10_000;

export interface ServerSignatureOptions {
  /** How many public keys stay imported; the one unused longest is forgotten first. */
  readyKeys?: number;
}

/**
 * Signatures with node:crypto and cached key objects: about 0.2 ms a verification, so that a
 * thousand agents coming back at once do not hold up the event loop (ADR 0008).
 */
export function serverSignatures({
  readyKeys = READY_KEYS,
}: ServerSignatureOptions = {}): Signatures {
  const ready = new Map<string, KeyObject>();

  function keyObject(publicKey: Uint8Array): KeyObject {
    const id = Buffer.from(publicKey).toString('latin1');
    const key = ready.get(id) ?? importPublicKey(publicKey);
    ready.delete(id);
    ready.set(id, key);
    if (ready.size > readyKeys) {
      for (const oldest of ready.keys()) {
        ready.delete(oldest);
        break;
      }
    }
    return key;
  }

  return {
    createSigner: createServerSigner,
    verify(publicKey, message, signature) {
      if (signature.length !== SIGNATURE_BYTES) return false;
      // OpenSSL checks S and the equation, but takes keys and an R of small order.
      if (!isCanonicalAndLarge(publicKey)) return false;
      if (!isCanonicalAndLarge(signature.subarray(0, KEY_BYTES))) return false;
      return verify(null, message, keyObject(publicKey), signature);
    },
  };
}

function createServerSigner(seed: Uint8Array): Signer {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes`);
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.subarray(SPKI_PREFIX.length),
    sign: (message) => sign(null, message, privateKey),
  };
}

function importPublicKey(publicKey: Uint8Array): KeyObject {
  return createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, publicKey]),
    format: 'der',
    type: 'spki',
  });
}
