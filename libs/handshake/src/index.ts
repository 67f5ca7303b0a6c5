/** What needs no signature library: shapes, encodings, the transcript. */
export * from './encoding.js';
export { isSafePublicKey } from './point-encoding.js';
export * from './release.js';
export type { Signatures, Signer } from './signatures.js';
export * from './transcript.js';
