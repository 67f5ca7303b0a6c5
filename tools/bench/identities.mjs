import { serverSignatures } from '@kenny/handshake/server';
import { createHash } from 'node:crypto';

/** Fake agents have distinct keys that every process of the bench can work out by itself. */
const signatures = serverSignatures();

export const agentIdOf = (index) => `bench-${String(index).padStart(5, '0')}`;

export function signerOf(index) {
  return signatures.createSigner(createHash('sha256').update(`kenny bench ${index}`).digest());
}
