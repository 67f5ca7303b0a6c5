import { randomFillSync } from 'node:crypto';
import { open, statfs, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

const PIECE = 1024 * 1024;
/** Left free for everybody else: the reservation must not be what fills the disk. */
const LEFT_FREE = 8 * 1024 * 1024;

/**
 * A preallocated file, so that writing to it works when the disk is full. Filled with noise: a
 * compressing file system would not store zeros.
 */
export class FixedFile {
  private handle: FileHandle | undefined;
  private whole = false;

  constructor(
    readonly path: string,
    readonly size: number,
  ) {}

  /** True once it can be written to. */
  get ready(): boolean {
    return this.whole;
  }

  /** Its content; empty without a file. */
  async read(): Promise<Buffer> {
    this.handle ??= await open(this.path, 'r+').catch(ifMissing);
    if (!this.handle) return Buffer.alloc(0);
    const { size } = await this.handle.stat();
    const buffer = Buffer.alloc(Math.min(size, this.size));
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  }

  /** Reserves its disk space, keeping its content. @throws when there is none */
  async make(): Promise<void> {
    if (this.whole) return;
    const { handle, size } = await this.opened();
    if (size < this.size) {
      const { bavail, bsize } = await statfs(dirname(this.path));
      if (bavail * bsize < this.size - size + LEFT_FREE) throw new Error('the disk is full');
      try {
        await fill(handle, size, this.size);
      } catch (error) {
        // Give the space back: half a file is of no use.
        await handle.truncate(size).catch(() => undefined);
        throw error;
      }
    }
    this.whole = true;
  }

  /** Resolves when the bytes are on the disk. */
  async write(bytes: Buffer, offset: number): Promise<void> {
    if (!this.whole || !this.handle) throw new Error(`${this.path} is not there yet`);
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.handle.write(bytes, written, null, offset + written);
      written += bytesWritten;
    }
    await this.handle.datasync();
  }

  async close(): Promise<void> {
    this.whole = false;
    await this.handle?.close();
    this.handle = undefined;
  }

  private async opened(): Promise<{ handle: FileHandle; size: number }> {
    this.handle ??= await open(this.path, 'r+').catch(ifMissing);
    this.handle ??= await open(this.path, 'wx+', 0o600);
    return { handle: this.handle, size: (await this.handle.stat()).size };
  }
}

async function fill(handle: FileHandle, from: number, to: number): Promise<void> {
  const piece = Buffer.allocUnsafe(Math.min(PIECE, to - from));
  for (let at = from; at < to;) {
    const length = Math.min(piece.length, to - at);
    const { bytesWritten } = await handle.write(randomFillSync(piece, 0, length), 0, length, at);
    at += bytesWritten;
  }
  await handle.sync();
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
