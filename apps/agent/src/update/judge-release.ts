import { wireArch, type Os, type ReleaseManifest } from '@kenny/contract/agent';
import { agentSignatures, isGenuineRelease } from '@kenny/handshake/agent';
import { ToolFailure } from '../errors/tool-failure.js';
import { isSame } from './update-record.js';

/** The requested release and this PC's platform. */
export interface Wanted {
  readonly version: string;
  readonly sha256: string;
  readonly os: Os;
  /** As Node names it. */
  readonly arch: string;
  readonly releaseKey: Buffer | undefined;
}

/**
 * Checks that a release is the requested one, for this PC, and signed by our key. The signature
 * comes first: nothing else in a forged manifest is worth reading.
 * @throws ToolFailure that says why not
 */
export function judgeRelease(manifest: ReleaseManifest, wanted: Wanted): void {
  const refuse = (why: string): never => {
    throw new ToolFailure('exec_failed', why);
  };
  const { releaseKey, version, sha256, os } = wanted;
  if (!releaseKey || !isGenuineRelease(manifest, releaseKey, agentSignatures)) {
    refuse('the release is not signed with the key of this agent; nothing was downloaded');
  }
  const arch = wireArch(wanted.arch);
  if (manifest.os !== os || manifest.arch !== arch) {
    refuse(`the release is for ${manifest.os} on ${manifest.arch}; this PC is ${os} on ${arch}`);
  }
  if (!isSame(manifest.version, version)) {
    refuse(`the release is version ${manifest.version}, not ${version}`);
  }
  if (manifest.sha256 !== sha256.toLowerCase()) {
    refuse('the SHA-256 that was asked for is not the one that is signed');
  }
}
