import type { ReleaseFacts, ReleaseManifest } from '@kenny/contract/agent';
import { canonicalText } from '@kenny/kernel';
import { decodeSignature, encodeBase64 } from './encoding.js';
import type { Signatures, Signer } from './signatures.js';

/** Domain separation of releases (ADR 0040): no other signature of kenny starts so. */
export const RELEASE_LABEL = 'kenny-release-v1';

/** The bytes that a release key signs: the label, one NUL, and the facts as RFC 8785 writes them. */
export function releaseText({ version, os, arch, size, sha256 }: ReleaseFacts): Buffer {
  const text = canonicalText({ version, os, arch, size, sha256 });
  return Buffer.from(`${RELEASE_LABEL}\0${text}`, 'utf8');
}

/** The manifest of a release, signed. */
export function signRelease(facts: ReleaseFacts, signer: Signer): ReleaseManifest {
  const { version, os, arch, size, sha256 } = facts;
  const sig = encodeBase64(signer.sign(releaseText(facts)));
  return { version, os, arch, size, sha256, sig };
}

/** Did the holder of this key sign exactly these facts. */
export function isGenuineRelease(
  manifest: ReleaseManifest,
  releaseKey: Uint8Array,
  signatures: Signatures,
): boolean {
  const signature = decodeSignature(manifest.sig);
  if (!signature) return false;
  return signatures.verify(releaseKey, releaseText(manifest), signature);
}
