import { ArchiveFault } from './archive-fault.js';

/** Reads so many bytes at a time from chunks of any size. */
export class ByteSource {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** @throws ArchiveFault when there are fewer */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** @throws ArchiveFault when there are fewer */
  async *stream(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.rest.length === 0) await this.more();
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** To the end, where damage may show as well. */
  async drain(): Promise<void> {
    while (!(await this.chunks.next()).done);
  }

  private async more(): Promise<void> {
    const next = await this.chunks.next();
    if (next.done) throw new ArchiveFault('it ends too early');
    this.rest = Buffer.from(next.value);
  }
}
