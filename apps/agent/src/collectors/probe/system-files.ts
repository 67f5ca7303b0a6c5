import { constants } from 'node:fs';
import { access, type FileHandle, open, opendir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { errorCode } from '../../errors/error-code.js';
import { cannotRead, Unreadable } from '../../errors/unreadable.js';

const KIB = 1024;
/** Enough for every file of /proc and /sys that we read, and for configuration files. */
const DEFAULT_CAP = 256 * KIB;
const CHUNK = 64 * KIB;
/** Linux: a handle that names a file without opening it, so nothing happens at a device or a FIFO. */
const O_PATH = 0o10000000;

export type LineVisitor = (line: string) => 'stop' | undefined;

/**
 * Reads a Linux machine's files below one root (`/`; a made tree in specs): asynchronous, capped,
 * never opening a pipe or a device. Text is UTF-8, lossy.
 */
export class SystemFiles {
  constructor(private readonly root = '/') {}

  /** @throws Unreadable that names the file. */
  async read(path: string, maxBytes = DEFAULT_CAP): Promise<string> {
    try {
      return await this.readCapped(path, maxBytes);
    } catch (error) {
      throw cannotRead(path, error);
    }
  }

  /** Undefined when there is no such file. @throws Unreadable when it cannot be read */
  async readIfThere(path: string, maxBytes = DEFAULT_CAP): Promise<string | undefined> {
    try {
      return await this.readCapped(path, maxBytes);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw cannotRead(path, error);
    }
  }

  /**
   * A one-line attribute as sysfs has them, trimmed; undefined when it has no value. Drivers answer
   * an attribute they cannot serve with almost any error, so all of them mean "no value".
   */
  async attribute(path: string): Promise<string | undefined> {
    try {
      return (await this.readCapped(path, 4 * KIB)).trim() || undefined;
    } catch {
      return undefined;
    }
  }

  /** A whole number from an attribute, or undefined. */
  async number(path: string): Promise<number | undefined> {
    const text = await this.attribute(path);
    return text !== undefined && /^-?\d{1,18}$/.test(text) ? Number(text) : undefined;
  }

  /** Visits line by line without holding the file, up to `maxBytes`. @throws Unreadable */
  async eachLine(path: string, maxBytes: number, visit: LineVisitor): Promise<void> {
    try {
      await this.withFile(path, async (file) => {
        const lines = new LineSplitter(visit);
        await readChunks(file, maxBytes, (chunk) => lines.take(chunk));
        lines.end();
      });
    } catch (error) {
      throw cannotRead(path, error);
    }
  }

  /**
   * The end of a growing file (a log), at most `maxBytes`; undefined when there is no such file.
   * @throws Unreadable when it cannot be read
   */
  async lastBytes(path: string, maxBytes: number): Promise<Buffer | undefined> {
    try {
      return await this.withFile(path, async (file) => {
        const { size } = await file.stat();
        const start = Math.max(0, size - maxBytes);
        const buffer = Buffer.alloc(Math.min(size, maxBytes));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
        return buffer.subarray(0, bytesRead);
      });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw cannotRead(path, error);
    }
  }

  /** As `lastBytes`, as text; a cut first line is dropped. */
  async lastLines(path: string, maxBytes: number): Promise<string | undefined> {
    const bytes = await this.lastBytes(path, maxBytes);
    const text = bytes?.toString('utf8');
    return bytes?.length === maxBytes ? text?.slice(text.indexOf('\n') + 1) : text;
  }

  /** When a file or folder was last changed, in milliseconds since 1970; undefined if unknown. */
  async modified(path: string): Promise<number | undefined> {
    try {
      return (await stat(this.at(path))).mtimeMs;
    } catch {
      return undefined; // missing, or in a folder that we may not enter
    }
  }

  /** Names in a folder, sorted, at most `max`. @throws Unreadable */
  async list(path: string, max = 20_000): Promise<string[]> {
    try {
      return await this.names(path, max);
    } catch (error) {
      throw cannotRead(path, error);
    }
  }

  /** As `list`, but a folder that is not there is empty. */
  async listIfThere(path: string, max = 20_000): Promise<string[]> {
    try {
      return await this.names(path, max);
    } catch (error) {
      if (isMissing(error)) return [];
      throw cannotRead(path, error);
    }
  }

  async exists(path: string): Promise<boolean> {
    return this.has(path, constants.F_OK);
  }

  async isExecutable(path: string): Promise<boolean> {
    return this.has(path, constants.X_OK);
  }

  async isFolder(path: string): Promise<boolean> {
    try {
      return (await stat(this.at(path))).isDirectory();
    } catch {
      return false; // missing or inaccessible
    }
  }

  /** Last part of what a link points to, e.g. the driver of a device; undefined without a link. */
  async linkName(path: string): Promise<string | undefined> {
    return (await this.linkTarget(path))?.split('/').at(-1);
  }

  /** What a link points to, as it is written there; undefined without a link. */
  async linkTarget(path: string): Promise<string | undefined> {
    try {
      return await readlink(this.at(path));
    } catch {
      return undefined; // an unbound device has no such link
    }
  }

  private at(path: string): string {
    return this.root === '/' ? path : join(this.root, path);
  }

  private async has(path: string, mode: number): Promise<boolean> {
    try {
      await access(this.at(path), mode);
      return true;
    } catch {
      return false;
    }
  }

  private async names(path: string, max: number): Promise<string[]> {
    const names: string[] = [];
    for await (const entry of await opendir(this.at(path), { bufferSize: 256 })) {
      if (names.push(entry.name) >= max) break;
    }
    return names.sort();
  }

  private async readCapped(path: string, maxBytes: number): Promise<string> {
    return this.withFile(path, async (file) => {
      const chunks: Buffer[] = [];
      await readChunks(file, maxBytes, (chunk) => {
        chunks.push(Buffer.from(chunk));
        return undefined;
      });
      return Buffer.concat(chunks).toString('utf8');
    });
  }

  /**
   * Some of these folders belong to users (autostart, crontabs), who may put a pipe there, or a
   * link to a device whose mere opening has effects. So the path is opened with O_PATH, checked,
   * and only a regular file is read, through the checked handle.
   */
  private async withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
    const named = await open(this.at(path), O_PATH);
    try {
      if (!(await named.stat()).isFile()) throw new Unreadable(`${path} is not a regular file`);
      const file = await open(`/proc/self/fd/${named.fd}`, constants.O_RDONLY);
      try {
        return await use(file);
      } finally {
        await file.close();
      }
    } finally {
      await named.close();
    }
  }
}

/** Files of /proc have no size and answer in pieces: read until nothing comes. */
async function readChunks(
  file: FileHandle,
  maxBytes: number,
  visit: (chunk: Buffer) => 'stop' | undefined,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, maxBytes));
  let left = maxBytes;
  while (left > 0) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left), null);
    if (bytesRead === 0 || visit(buffer.subarray(0, bytesRead)) === 'stop') return;
    left -= bytesRead;
  }
}

class LineSplitter {
  private rest = '';
  private stopped = false;
  private readonly decoder = new StringDecoder('utf8');

  constructor(private readonly visit: LineVisitor) {}

  take(chunk: Buffer): 'stop' | undefined {
    const lines = (this.rest + this.decoder.write(chunk)).split('\n');
    // A file without line breaks must not grow in memory.
    this.rest = (lines.pop() ?? '').slice(0, CHUNK);
    this.stopped = lines.some((line) => this.visit(line) === 'stop');
    return this.stopped ? 'stop' : undefined;
  }

  end(): void {
    if (!this.stopped && this.rest !== '') this.visit(this.rest);
  }
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
