import { createHash, webcrypto } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { S3Fault } from './s3-fault.js';

/** A piece of a file with its checksums: the bucket compares both with what it got. */
export interface Block {
  readonly bytes: Buffer;
  readonly md5: Buffer;
  /** In hex. */
  readonly sha256: string;
}

/** So much is hashed before everybody else has a turn. */
const TURN_BYTES = 1024 * 1024;

/** @param buffer - is filled, and part of what is returned */
export async function readBlock(handle: FileHandle, buffer: Buffer, at: number): Promise<Block> {
  for (let done = 0; done < buffer.length;) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, at + done);
    if (bytesRead === 0) throw new S3Fault('The backup became shorter while it was sent.', 'read');
    done += bytesRead;
  }
  const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', buffer)).toString('hex');
  const md5 = createHash('md5');
  for (let from = 0; from < buffer.length; from += TURN_BYTES) {
    md5.update(buffer.subarray(from, from + TURN_BYTES));
    await setImmediate();
  }
  return { bytes: buffer, md5: md5.digest(), sha256 };
}
