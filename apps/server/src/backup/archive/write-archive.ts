import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { piped } from './piped.js';
import { MANIFEST, type BackupManifest, type BackupPart } from '../manifest.js';
import { ArchiveFault } from './archive-fault.js';
import { sealedTo } from './sealed-with.js';
import { TAR_END, tarHeader, tarPadding } from './tar.js';

export interface PartSource {
  readonly name: string;
  readonly size: number;
  /** Where it lies, or its bytes. */
  readonly from: string | Buffer;
}

export interface ArchiveWork {
  /** Must not exist. */
  readonly file: string;
  readonly parts: readonly PartSource[];
  readonly manifest: Omit<BackupManifest, 'parts'>;
  /** `age1…`; with none of them it is not encrypted. */
  readonly recipients: readonly string[];
  /** Told so often as it may be shown; what it waits for is a pause for everybody else. */
  readonly onBytes: (bytes: number) => Promise<void>;
  readonly signal: AbortSignal;
}

const CHUNK_BYTES = 256 * 1024;
/** Databases shrink to a fifth at the lowest level as well, and it takes a third of the time. */
const GZIP = { level: 1 };

/**
 * Parts, then the manifest, as `tar`, `gzip` and, for recipients, `age`: every Debian opens it.
 * @returns SHA-256 of the file
 */
export async function writeArchive(work: ArchiveWork): Promise<string> {
  const { file, recipients, signal } = work;
  const packed = piped(Readable.from(entries(work)), createGzip(GZIP));
  const sealed = recipients.length === 0 ? packed : await sealedTo(packed, recipients);
  const whole = createHash('sha256');
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(sealed, through(whole), target, { signal });
  return whole.digest('hex');
}

async function* entries({ parts, manifest, onBytes }: ArchiveWork): AsyncGenerator<Buffer> {
  const at = Date.parse(manifest.made_at);
  const written: BackupPart[] = [];
  for (const { name, size, from } of parts) {
    yield tarHeader(name, size, at);
    const hash = createHash('sha256');
    let left = size;
    for await (const chunk of bytesOf(from)) {
      // One that grows meanwhile is taken as it was.
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      hash.update(taken);
      yield taken;
      await onBytes(taken.length);
      if (left === 0) break;
    }
    if (left > 0) throw new ArchiveFault(`${name} became shorter while it was read`);
    yield tarPadding(size);
    written.push({ name, size, sha256: hash.digest('hex') });
  }
  const text = Buffer.from(`${JSON.stringify({ ...manifest, parts: written }, null, 2)}\n`);
  yield tarHeader(MANIFEST, text.length, at);
  yield text;
  yield tarPadding(text.length);
  yield TAR_END;
}

async function* bytesOf(from: string | Buffer): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(from)) yield from;
  else yield* createReadStream(from, { highWaterMark: CHUNK_BYTES });
}

function through(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
