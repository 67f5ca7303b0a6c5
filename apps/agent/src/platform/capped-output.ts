import type { Readable } from 'node:stream';

/**
 * Keeps the first bytes of several streams up to one shared cap and drains the rest, so that a
 * talkative program never blocks on a full pipe.
 */
export class CappedOutput {
  private left: number;
  private cut = false;

  constructor(maxBytes: number) {
    this.left = maxBytes;
  }

  get truncated(): boolean {
    return this.cut;
  }

  /** Starts reading; the returned function gives the text read so far (UTF-8, lossy). */
  read(stream: Readable | null): () => string {
    const chunks: Buffer[] = [];
    if (!stream) return () => '';
    stream.on('data', (chunk: Buffer) => {
      const kept = chunk.subarray(0, this.left);
      if (kept.length < chunk.length) this.cut = true;
      if (kept.length > 0) chunks.push(kept);
      this.left -= kept.length;
    });
    // A broken pipe ends the text there; the exit status says why.
    stream.on('error', () => undefined);
    return () => Buffer.concat(chunks).toString('utf8');
  }
}
