import type { ArtifactMime } from './artifact.entity.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Content type by magic bytes, not by what the PC says: no browser may be served a page instead.
 */
export function servedType(claimed: ArtifactMime, bytes: Buffer): ArtifactMime {
  if (!claimed.startsWith('image/')) return claimed;
  return imageType(bytes) === claimed ? claimed : 'application/octet-stream';
}

function imageType(bytes: Buffer): ArtifactMime | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const webp =
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return webp ? 'image/webp' : undefined;
}
