import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, type Gunzip } from 'node:zlib';
import { isSafeName, MANIFEST, parseManifest, type BackupManifest } from '../manifest.js';
import { ArchiveFault } from './archive-fault.js';
import { piped } from './piped.js';
import { readTar, type TarEntry } from './tar.js';

const AGE_HEAD = 'age-encryption.org/v1';
const MANIFEST_MOST = 16 * 1024 * 1024;

export interface ArchiveReading {
  readonly file: string;
  /** `AGE-SECRET-KEY-…`, for an encrypted one. */
  readonly identities: readonly string[];
  /** For a copy that was encrypted with one when it was downloaded. */
  readonly passphrase?: string;
  /** Takes the bytes of one part; without it they are only judged. */
  readonly take?: (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
}

/**
 * Reads a backup to its end and holds every part against the manifest.
 * @throws ArchiveFault that names the damaged part
 */
export async function readArchive({
  file,
  identities,
  passphrase,
  take,
}: ArchiveReading): Promise<BackupManifest> {
  const seen = new Map<string, { size: number; sha256: string }>();
  let manifest: BackupManifest | undefined;
  let at = 'its beginning';
  let plain: Gunzip | undefined;
  try {
    plain = await plainBytes(file, identities, passphrase);
    for await (const entry of readTar(plain)) {
      if (!isSafeName(entry.name)) throw new ArchiveFault('a part has a name that leads elsewhere');
      at = entry.name;
      if (entry.name === MANIFEST) {
        manifest = parseManifest(await textOf(entry));
        continue;
      }
      if (manifest || seen.has(entry.name)) throw new ArchiveFault(`${entry.name} is there twice`);
      const hash = createHash('sha256');
      const bytes = hashed(entry.content, hash);
      if (take) await take(entry.name, bytes);
      for await (const _ of bytes);
      seen.set(entry.name, { size: entry.size, sha256: hash.digest('hex') });
    }
  } catch (error) {
    throw faultOf(error, at);
  } finally {
    plain?.destroy();
  }
  if (!manifest) throw new ArchiveFault(`it ends without ${MANIFEST}`);
  mustAgree(manifest, seen);
  return manifest;
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEAD.length));
    return buffer.toString('latin1', 0, bytesRead) === AGE_HEAD;
  } finally {
    await handle.close();
  }
}

async function plainBytes(
  file: string,
  identities: readonly string[],
  passphrase: string | undefined,
): Promise<Gunzip> {
  if (!(await isEncrypted(file))) return piped(createReadStream(file), createGunzip());
  if (identities.length === 0 && passphrase === undefined) {
    throw new ArchiveFault(
      'it is encrypted: name the file with the key by --identity, or add --passphrase',
    );
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  const web = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const plain = await decrypter
    .decrypt(web as Parameters<typeof decrypter.decrypt>[0] & object)
    .catch((cause: unknown) => {
      throw new ArchiveFault(
        passphrase === undefined
          ? 'none of these keys opens it'
          : 'this passphrase does not open it',
        { cause },
      );
    });
  return piped(Readable.fromWeb(plain), createGunzip());
}

async function* hashed(
  content: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function textOf({ size, content }: TarEntry): Promise<string> {
  if (size > MANIFEST_MOST) throw new ArchiveFault(`${MANIFEST} is damaged`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function mustAgree(
  { parts }: BackupManifest,
  seen: ReadonlyMap<string, { size: number; sha256: string }>,
): void {
  for (const { name, size, sha256 } of parts) {
    const found = seen.get(name);
    if (!found) throw new ArchiveFault(`${name} is missing`);
    if (found.size !== size || found.sha256 !== sha256)
      throw new ArchiveFault(`${name} is damaged`);
  }
  const known = new Set(parts.map(({ name }) => name));
  const extra = [...seen.keys()].find((name) => !known.has(name));
  if (extra !== undefined) throw new ArchiveFault(`${extra} is not in its manifest`);
}

/** Damage below the archive: of gzip, of age, of the disk. */
function faultOf(error: unknown, at: string): unknown {
  if (error instanceof ArchiveFault && error.message !== 'it ends too early') return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC'].includes(code)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new ArchiveFault(`it is damaged at ${at} (${why})`, { cause: error });
}
