/** One Ed25519 key pair that can sign. */
export interface Signer {
  /** Raw public key, 32 bytes. */
  readonly publicKey: Buffer;
  /** Signature over the message, 64 bytes; the same input always yields the same bytes. */
  sign(message: Uint8Array): Buffer;
}

/**
 * Ed25519 as both ends use it (ADR 0008). Two implementations, one verdict: a signature counts only
 * if key and R are canonical encodings, neither is of small order, S is below the group order, and
 * `S·B = R + k·A` holds exactly (without the cofactor). Anything else, whatever its length, is
 * false; verifying never throws on foreign bytes.
 */
export interface Signatures {
  /** @throws RangeError if the seed is not 32 bytes. */
  createSigner(seed: Uint8Array): Signer;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}
