import { decodeKey, decodeSignature, serverSignatures } from '@kenny/handshake/server';
import { Injectable, Logger } from '@nestjs/common';
import { AgentKeys } from '../auth/index.js';
import { ServerIdentity } from '../config/index.js';
import { AgentAuthenticator, type Proven } from './agent-authenticator.js';

/** Verifies against enrolled keys; node:crypto with parsed keys cached (D9). */
@Injectable()
export class KeyAuthenticator extends AgentAuthenticator {
  private readonly logger = new Logger(KeyAuthenticator.name);
  private readonly signatures = serverSignatures();

  constructor(
    private readonly identity: ServerIdentity,
    private readonly keys: AgentKeys,
  ) {
    super();
  }

  sign(transcript: Uint8Array): Buffer {
    return this.identity.sign(transcript);
  }

  verify(agentId: string, transcript: Uint8Array, signatureText: string): Proven | undefined {
    const signature = decodeSignature(signatureText);
    const known = this.keys.keyFor(agentId);
    if (!signature || !known) return undefined;
    for (const { public_key, key_sha256 } of known.keys) {
      const key = decodeKey(public_key);
      if (!key || !this.signatures.verify(key, transcript, signature)) continue;
      this.completeRotation(known.agent_uid, key_sha256);
      return { agent_uid: known.agent_uid, agent_key: key_sha256 };
    }
    return undefined;
  }

  verifyToken(agentId: string, token: string): Proven | undefined {
    const known = this.keys.keyFor(agentId);
    if (!known?.legacy_token_sha256 || !this.keys.acceptsLegacyToken(agentId, token))
      return undefined;
    return { agent_uid: known.agent_uid, agent_key: known.legacy_token_sha256 };
  }

  /** Not awaited by the handshake: the connection is valid, the old key ends a moment later. */
  private completeRotation(agentUid: string, keySha256: string): void {
    this.keys.keySigned(agentUid, keySha256).catch((error: unknown) => {
      this.logger.error(`the new key of ${agentUid} could not be made current: ${String(error)}`);
    });
  }
}
