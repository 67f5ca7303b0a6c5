import type { ReleaseFacts } from '@kenny/contract/agent';
import { agentSignatures } from './agent-signer.js';
import { isGenuineRelease, releaseText, signRelease } from './release.js';
import { serverSignatures } from './server-signer.js';
import { transcript } from './transcript.js';

const facts: ReleaseFacts = {
  version: '0.2.0',
  os: 'linux',
  arch: 'x86_64',
  size: 1024,
  sha256: 'ab'.repeat(32),
};
const seed = Buffer.alloc(32, 7);
const signer = serverSignatures().createSigner(seed);
const other = agentSignatures.createSigner(Buffer.alloc(32, 8));

describe('the signature of a release', () => {
  it('is made by one implementation and verified by both', () => {
    const manifest = signRelease(facts, signer);
    for (const signatures of [agentSignatures, serverSignatures()]) {
      expect(isGenuineRelease(manifest, signer.publicKey, signatures)).toBe(true);
      expect(isGenuineRelease(manifest, other.publicKey, signatures)).toBe(false);
    }
  });

  it('covers every fact', () => {
    const manifest = signRelease(facts, signer);
    const changed: Partial<ReleaseFacts>[] = [
      { version: '0.2.1' },
      { os: 'windows' },
      { arch: 'aarch64' },
      { size: 1025 },
      { sha256: 'cd'.repeat(32) },
    ];
    for (const change of changed) {
      const forged = { ...manifest, ...change };
      expect(isGenuineRelease(forged, signer.publicKey, agentSignatures)).toBe(false);
    }
    const garbled = { ...manifest, sig: 'x' };
    expect(isGenuineRelease(garbled, signer.publicKey, agentSignatures)).toBe(false);
  });

  it('covers bytes that are written one way only, and that no handshake signs', () => {
    const { version, os, arch, size, sha256 } = facts;
    expect(releaseText({ sha256, size, arch, os, version })).toEqual(releaseText(facts));
    expect(releaseText(facts).toString()).toBe(
      `kenny-release-v1\0{"arch":"x86_64","os":"linux","sha256":"${sha256}","size":1024,"version":"0.2.0"}`,
    );
    const label = transcript('a', Buffer.alloc(32), Buffer.alloc(32)).subarray(0, 16);
    expect(releaseText(facts).subarray(0, 16).equals(label)).toBe(false);
  });
});
