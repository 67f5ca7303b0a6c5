import { CAPS } from '@kenny/contract/agent';

/** Screenshots travel as base64 in JSON. */
export const FRAME_CAPS = { requestBytes: 4 * 1024, answerBytes: 2 * CAPS.screenBytes } as const;

const LENGTH_BYTES = 4;

/** Length in four bytes, little-endian, then JSON. @throws Error beyond the cap */
export function writeFrame(value: unknown, maxBytes: number): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  if (body.length > maxBytes) throw new Error('the frame is too large');
  const frame = Buffer.alloc(LENGTH_BYTES + body.length);
  frame.writeUInt32LE(body.length, 0);
  body.copy(frame, LENGTH_BYTES);
  return frame;
}

export type FrameState =
  { kind: 'more' } | { kind: 'frame'; value: unknown } | { kind: 'broken'; reason: string };

/** Reads the one frame that each side may send; bytes after it are an error. */
export class FrameReader {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  take(chunk: Buffer): FrameState {
    this.chunks.push(Buffer.from(chunk));
    this.size += chunk.length;
    if (this.size < LENGTH_BYTES) return { kind: 'more' };
    const length = this.expected();
    if (length > this.maxBytes) return broken('the frame is too large');
    if (this.size < LENGTH_BYTES + length) return { kind: 'more' };
    if (this.size > LENGTH_BYTES + length) return broken('there is more than one frame');
    try {
      const text = Buffer.concat(this.chunks).toString('utf8', LENGTH_BYTES);
      return { kind: 'frame', value: JSON.parse(text) as unknown };
    } catch {
      return broken('the frame is no JSON');
    }
  }

  private expected(): number {
    const head = this.chunks[0];
    if (head && head.length >= LENGTH_BYTES) return head.readUInt32LE(0);
    return Buffer.concat(this.chunks).readUInt32LE(0);
  }
}

const broken = (reason: string): FrameState => ({ kind: 'broken', reason });
