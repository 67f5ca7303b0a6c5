import { decodeKey, isSafePublicKey, keyFingerprint } from '@kenny/handshake';
import { KennyError } from '../../kernel/index.js';
import type { AgentPublicKey } from './agent-record.js';

/**
 * A public key as an agent sent it.
 * @throws KennyError `validation` unless it is the canonical base64 of a 32-byte Ed25519 key that is
 * a point of the curve and not of small order.
 */
export function parseAgentKey(public_key: string): AgentPublicKey {
  const raw = decodeKey(public_key);
  if (!raw || !isSafePublicKey(raw)) {
    throw new KennyError(
      'validation',
      'public_key: must be the standard base64 of a 32-byte Ed25519 public key; make a new one',
      { field: 'public_key' },
    );
  }
  return { public_key, key_sha256: keyFingerprint(raw) };
}
