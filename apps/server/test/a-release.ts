import { publishedName, API_PATHS, type ReleaseManifest, type ReleaseView } from '@kenny/contract';
import { signRelease } from '@kenny/handshake';
import { serverSignatures } from '@kenny/handshake/server';
import { createHash } from 'node:crypto';

/** The release key of specs. */
export const RELEASE_SIGNER = serverSignatures().createSigner(Buffer.alloc(32, 7));

/** A file as `npm run release:sign` leaves it, with its manifest. */
export interface ARelease {
  readonly manifest: ReleaseManifest;
  readonly file: Buffer;
  readonly name: string;
}

export function aRelease(
  facts: Partial<Pick<ReleaseManifest, 'version' | 'os' | 'arch'>> = {},
  content = 'an agent',
  signer = RELEASE_SIGNER,
): ARelease {
  const file = Buffer.from(content);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const kind = { version: '0.2.0', os: 'windows', arch: 'x86_64', ...facts } as const;
  const manifest = signRelease({ ...kind, size: file.length, sha256 }, signer);
  return { manifest, file, name: publishedName(manifest) };
}

export function publishPath(manifest: unknown): string {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  return `${API_PATHS.releases}?manifest=${encodeURIComponent(text)}`;
}

/** What a server said to an upload. */
export interface PublishAnswer {
  readonly status: number;
  readonly body: Partial<ReleaseView> & { readonly error?: { code: string; message: string } };
}

export async function publish(
  { url, admin }: { readonly url: string; readonly admin: string },
  { manifest, file }: Pick<ARelease, 'manifest' | 'file'>,
  headers: Record<string, string> = {},
): Promise<PublishAnswer> {
  const response = await fetch(url + publishPath(manifest), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body: new Uint8Array(file),
  });
  return { status: response.status, body: (await response.json()) as PublishAnswer['body'] };
}
