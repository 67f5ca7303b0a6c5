import { faultPoint } from '@kenny/kernel';
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { readBlock } from './block.js';
import type { ObjectFacts, S3Bucket } from './s3-bucket.js';
import { S3Fault } from './s3-fault.js';

/** S3 takes parts from 5 MiB on, and 10 000 of them. */
export const PART_BYTES = 16 * 1024 * 1024;
const MOST_PARTS = 10_000;

export interface Sending {
  readonly bucket: S3Bucket;
  readonly file: string;
  readonly name: string;
  /** The id of this server. */
  readonly owner: string;
  /** Up to this it is sent at once; beyond it in parts of this size. */
  readonly partBytes: number;
  /** @param share - from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends a file that is whole, and asks for what arrived. Only a whole object ever has the name: the
 * bucket puts parts together when it has all of them, and judges each by the checksum it came with.
 * @throws S3Fault
 */
export async function sendFile(sending: Sending): Promise<void> {
  const { bucket, name } = sending;
  const handle = await open(sending.file);
  try {
    const { size } = await handle.stat();
    const sha256 = await digestOf(handle);
    const there = await bucket.facts(name);
    if (there?.bytes === size && there.sha256 === sha256) return;
    if (there) {
      throw new S3Fault(
        `${bucket.host} has another file named ${name}. Give each server a prefix of its own.`,
        'name taken',
      );
    }
    const partBytes = Math.max(sending.partBytes, Math.ceil(size / MOST_PARTS));
    const etag =
      size <= partBytes
        ? await sendAtOnce(sending, handle, size, sha256)
        : await sendInParts(sending, handle, { size, sha256, partBytes });
    faultPoint('server.backup_arrived');
    const arrived = await bucket.facts(name);
    if (isWhole(arrived, { size, sha256, etag })) return;
    await bucket.remove(name);
    throw new S3Fault(
      `What arrived at ${bucket.host} is not what was sent, and was removed.`,
      'checksum',
    );
  } finally {
    await handle.close();
  }
}

function isWhole(
  arrived: ObjectFacts | undefined,
  sent: { size: number; sha256: string; etag: string },
): boolean {
  if (arrived?.bytes !== sent.size || arrived.sha256 !== sent.sha256) return false;
  return arrived.sealed || arrived.etag === sent.etag;
}

async function sendAtOnce(
  { bucket, name, owner }: Sending,
  handle: FileHandle,
  size: number,
  sha256: string,
): Promise<string> {
  const block = await readBlock(handle, Buffer.alloc(size), 0);
  await bucket.put(name, block, { sha256, owner });
  return block.md5.toString('hex');
}

async function sendInParts(
  { bucket, name, owner, onProgress }: Sending,
  handle: FileHandle,
  { size, sha256, partBytes }: { size: number; sha256: string; partBytes: number },
): Promise<string> {
  const id = await bucket.begin(name, { sha256, owner });
  try {
    // One buffer for all of them: a large file needs no more memory than a small one.
    const buffer = Buffer.alloc(partBytes);
    const etags: string[] = [];
    const digests: Buffer[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const block = await readBlock(handle, buffer.subarray(0, Math.min(partBytes, size - at)), at);
      digests.push(block.md5);
      etags.push(await bucket.putPart(name, id, etags.length + 1, block));
      faultPoint('server.backup_part_sent');
      onProgress((at + block.bytes.length) / size);
    }
    await finished(bucket, name, id, etags);
    return `${md5OfAll(digests)}-${digests.length}`;
  } catch (error) {
    // What cannot be ended now is ended before the next one is sent.
    await bucket.abandon(name, id).catch(() => undefined);
    throw error;
  }
}

async function finished(bucket: S3Bucket, name: string, id: string, etags: readonly string[]) {
  try {
    await bucket.finish(name, id, etags);
  } catch (error) {
    // The answer to an earlier attempt was lost; who asks for what arrived finds out.
    if (!(error instanceof S3Fault) || error.reason !== 'NoSuchUpload') throw error;
  }
}

async function digestOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

const md5OfAll = (digests: readonly Buffer[]): string =>
  createHash('md5').update(Buffer.concat(digests)).digest('hex');
