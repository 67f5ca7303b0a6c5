import { AGENT_ID_PATTERN } from '@kenny/contract/agent';
import { NONCE_BYTES } from './encoding.js';

/** Domain separation of the handshake (seed 000): no other signature of these keys starts so. */
export const TRANSCRIPT_LABEL = 'kenny-mutual-auth-v1';

const NUL = Buffer.of(0);
const AGENT_ID = new RegExp(AGENT_ID_PATTERN);

/**
 * The bytes that both ends sign: label, id and both nonces, each parted by one NUL (seed 000).
 * The id's alphabet holds no NUL and the nonces have one length, so no two triples share a text.
 * @throws RangeError for an id outside AGENT_ID_PATTERN or a nonce that is not 32 bytes: callers
 * have refused those before.
 */
export function transcript(
  agentId: string,
  clientNonce: Uint8Array,
  serverNonce: Uint8Array,
): Buffer {
  if (!AGENT_ID.test(agentId)) throw new RangeError('agent id has characters that ids cannot have');
  for (const nonce of [clientNonce, serverNonce]) {
    if (nonce.length !== NONCE_BYTES) throw new RangeError(`a nonce has ${NONCE_BYTES} bytes`);
  }
  return Buffer.concat([
    Buffer.from(TRANSCRIPT_LABEL, 'ascii'),
    NUL,
    Buffer.from(agentId, 'utf8'),
    NUL,
    clientNonce,
    NUL,
    serverNonce,
  ]);
}
