import { constants } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../platform/state-files.js';

/** Position of a line in the file, without its newline. */
export interface Place {
  offset: number;
  length: number;
}

interface Append {
  line: Buffer;
  done: (place: Place) => void;
  failed: (error: unknown) => void;
}

const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/**
 * File of lines with durable appends: `append` resolves when the line is on disk. Concurrent lines
 * share one write and one fsync. A failed write is truncated, so that a later one never continues
 * half a line.
 */
export class AppendFile {
  private waiting: Append[] = [];
  private writing: Promise<void> | undefined;

  private constructor(
    private readonly file: string,
    private handle: FileHandle,
    private end: number,
  ) {}

  /**
   * Opens or creates the file, passes every complete line to `onLine` and truncates a last line
   * without a newline (its write never finished, so nothing relied on it).
   */
  static async open(
    file: string,
    onLine: (line: Buffer, place: Place) => void,
  ): Promise<AppendFile> {
    const handle = await open(file, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      const end = await scanLines(handle, onLine);
      await handle.truncate(end);
      await handle.sync();
      await syncFolder(dirname(file));
      return new AppendFile(file, handle, end);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get size(): number {
    return this.end;
  }

  /** `line` ends in its only newline. */
  append(line: Buffer): Promise<Place> {
    return new Promise((done, failed) => {
      this.waiting.push({ line, done, failed });
      this.writing ??= this.drain();
    });
  }

  async read({ offset, length }: Place): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.handle.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }

  /**
   * Replaces the content by `lines`, atomically. The caller must not append meanwhile.
   * @returns the new position of each line
   */
  async rewrite(lines: AsyncIterable<Buffer>): Promise<Place[]> {
    const temporary = `${this.file}.compact`;
    await rm(temporary, { force: true });
    const fresh = await open(temporary, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    const places: Place[] = [];
    let end = 0;
    try {
      for await (const line of lines) {
        await writeFully(fresh, line, end);
        places.push({ offset: end, length: line.length - 1 });
        end += line.length;
      }
      await fresh.sync();
      await rename(temporary, this.file);
    } catch (error) {
      await fresh.close();
      await rm(temporary, { force: true });
      throw error;
    }
    const old = this.handle;
    this.handle = fresh;
    this.end = end;
    await old.close();
    await syncFolder(dirname(this.file));
    return places;
  }

  async close(): Promise<void> {
    while (this.writing) await this.writing;
    await this.handle.close();
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await writeFully(this.handle, Buffer.concat(batch.map(({ line }) => line)), this.end);
        await this.handle.datasync();
        for (const { line, done } of batch) {
          done({ offset: this.end, length: line.length - 1 });
          this.end += line.length;
        }
      } catch (error) {
        // Even if this fails, the next write starts at `end`, and leftovers behind it have no valid
        // checksum.
        await this.handle.truncate(this.end).catch(() => undefined);
        for (const { failed } of batch) failed(error);
      }
    }
    this.writing = undefined;
  }
}

async function writeFully(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const left = bytes.length - written;
    written += (await handle.write(bytes, written, left, position + written)).bytesWritten;
  }
}

/** @returns offset behind the last complete line */
async function scanLines(
  handle: FileHandle,
  onLine: (line: Buffer, place: Place) => void,
): Promise<number> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let parts: Buffer[] = [];
  let lineStart = 0;
  for (let offset = 0; ;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) return lineStart;
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1 && at < bytesRead;) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]);
      onLine(line, { offset: lineStart, length: line.length });
      lineStart += line.length + 1;
      parts = [];
      from = at + 1;
      at = chunk.indexOf(NEWLINE, from);
    }
    if (from < bytesRead) parts.push(Buffer.from(chunk.subarray(from, bytesRead)));
    offset += bytesRead;
  }
}
