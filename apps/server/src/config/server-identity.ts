/**
 * The server's Ed25519 key pair: agents pin its public half, checkpoints of the audit are signed
 * with it. Made at first start unless KENNY_SERVER_PRIVATE_KEY gives the seed.
 */
export abstract class ServerIdentity {
  /** Standard base64 of the 32 raw bytes: what installers carry and agents pin. */
  abstract readonly publicKey: string;
  /** Signature (64 bytes) over exactly these bytes. */
  abstract sign(message: Uint8Array): Buffer;
  abstract verify(message: Uint8Array, signature: Uint8Array): boolean;
}
