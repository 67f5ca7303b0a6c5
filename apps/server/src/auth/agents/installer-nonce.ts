import { createHmac, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@kenny/contract';

const NONCE_BYTES = 32;
const PURPOSE = 'kenny enrolment token of an installer link';

/** What the address of an installer link ends in: 32 random bytes, URL-safe. */
export function newInstallerNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

/**
 * The enrolment token of a link (ADR 0021). One way: who reads the token's hash in the database learns
 * neither. The text of the nonce is the key, so that it has one spelling only.
 */
export function tokenOfNonce(nonce: string): string {
  return TOKEN_PREFIX + createHmac('sha256', nonce).update(PURPOSE).digest('base64url');
}
