import { constants } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.js';

export interface RotatingFileOptions {
  file: string;
  maxBytes?: number;
  /** Older files beside the current one: `<file>.1` is the newest of them. */
  keep?: number;
  /** Called once per series of failures; a log that cannot be written must not end the agent. */
  onError: (error: unknown) => void;
}

/** Lines buffered while the disk is slow; more are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Appends lines to a private file in the background and rotates it by size. */
export class RotatingFile {
  private readonly maxBytes: number;
  private readonly keep: number;
  private waiting: string[] = [];
  private waitingBytes = 0;
  private dropped = 0;
  private failing = false;
  private writing: Promise<void> | undefined;

  constructor(private readonly options: RotatingFileOptions) {
    this.maxBytes = options.maxBytes ?? 5 * 1024 * 1024;
    this.keep = options.keep ?? 4;
  }

  append(line: string): void {
    if (this.waitingBytes + line.length > MAX_WAITING_BYTES) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(`${line}\n`);
    this.waitingBytes += line.length + 1;
    this.writing ??= this.drain();
  }

  /** Resolves once everything appended so far is written or has failed. */
  async flush(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private async drain(): Promise<void> {
    // Lets concurrent lines share one write.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      try {
        await this.writeBatch(batch);
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.options.onError(error);
        this.failing = true;
      }
    }
    this.writing = undefined;
  }

  private takeBatch(): string {
    const batch = this.waiting.join('');
    const note =
      this.dropped > 0 ? `${JSON.stringify({ message: `${this.dropped} lines dropped` })}\n` : '';
    this.waiting = [];
    this.waitingBytes = 0;
    this.dropped = 0;
    return batch + note;
  }

  private async writeBatch(batch: string): Promise<void> {
    const { file } = this.options;
    const size = await sizeOf(file);
    if (size > 0 && size + Buffer.byteLength(batch) > this.maxBytes) await this.rotate();
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
      await handle.write(batch);
    } finally {
      await handle?.close();
    }
  }

  private async rotate(): Promise<void> {
    const { file } = this.options;
    await rm(`${file}.${this.keep}`, { force: true });
    for (let index = this.keep - 1; index >= 1; index -= 1) {
      await renameIfThere(`${file}.${index}`, `${file}.${index + 1}`);
    }
    await renameIfThere(file, `${file}.1`);
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
