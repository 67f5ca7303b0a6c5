import type { Frame, FrameLimits, FrameReader, Framing } from './framing.js';
import { GatheredBytes } from './gathered-bytes.js';

export const MAX_HEADER_BYTES = 8 * 1024;
const LF = 0x0a;
const FIELD_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/**
 * Frames as in LSP: `Content-Length: <bytes>\r\n\r\n<body>`. Lines of a header may end in a bare LF.
 * A header that is not understood is fatal: what follows could be a body or a header.
 */
export const contentLength: Framing = {
  toleratesJunk: false,
  reader: (limits) => new ContentLengthReader(limits),
  encode(json) {
    return Buffer.from(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
  },
};

interface Header {
  length?: number;
  charset?: string;
}

type Place =
  | { readonly in: 'header'; readonly header: Header; bytes: number }
  | { readonly in: 'body'; readonly length: number }
  | { readonly in: 'discarded'; left: number; readonly frame: Frame }
  | { readonly in: 'nowhere' };

const inHeader = (): Place => ({ in: 'header', header: {}, bytes: 0 });

class ContentLengthReader implements FrameReader {
  private chunk: Uint8Array = new Uint8Array();
  private at = 0;
  private readonly gathered = new GatheredBytes();
  private place = inHeader();

  constructor(private readonly limits: FrameLimits) {}

  get keptBytes(): number {
    return this.gathered.length + this.chunk.length - this.at;
  }

  push(chunk: Uint8Array): void {
    this.chunk = chunk;
    this.at = 0;
  }

  next(): Frame | undefined {
    while (this.at < this.chunk.length && this.place.in !== 'nowhere') {
      const frame = this.step();
      if (frame) return frame;
    }
    this.push(new Uint8Array());
    return undefined;
  }

  private step(): Frame | undefined {
    const { place } = this;
    switch (place.in) {
      case 'header':
        return this.readLine(place);
      case 'body':
        return this.readBody(place.length);
      case 'discarded': {
        place.left -= this.takePiece(place.left).length;
        if (place.left > 0) return undefined;
        this.place = inHeader();
        return place.frame;
      }
      case 'nowhere':
        return undefined;
    }
  }

  /** As many of the next bytes as are there, and at most `most`. */
  private takePiece(most: number): Uint8Array {
    const piece = this.chunk.subarray(this.at, this.at + most);
    this.at += piece.length;
    return piece;
  }

  private readLine(place: Place & { in: 'header' }): Frame | undefined {
    const left = MAX_HEADER_BYTES - place.bytes;
    const end = this.chunk.subarray(this.at, this.at + left).indexOf(LF);
    const piece = this.takePiece(end < 0 ? left : end + 1);
    place.bytes += piece.length;
    this.gathered.append(piece);
    if (end >= 0) return this.headerLine(place.header);
    if (place.bytes < MAX_HEADER_BYTES) return undefined;
    return this.fatal(`the header is longer than ${MAX_HEADER_BYTES} bytes`);
  }

  private headerLine(header: Header): Frame | undefined {
    const line = Buffer.from(this.gathered.take())
      .toString('latin1')
      .replace(/\r?\n$/, '');
    if (line === '') return this.endOfHeader(header);
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (!FIELD_NAME.test(name)) return this.fatal('a header line has no name');
    if (name === 'content-type') header.charset = CHARSET.exec(value)?.[1] ?? 'utf-8';
    if (name !== 'content-length') return undefined;
    const length = /^\d+$/.test(value) ? Number(value) : 0;
    if (length === 0 || !Number.isSafeInteger(length)) {
      return this.fatal('Content-Length must be a whole number above 0');
    }
    if (header.length !== undefined && header.length !== length) {
      return this.fatal('Content-Length is given twice, with different values');
    }
    header.length = length;
    return undefined;
  }

  private endOfHeader({ length, charset = 'utf-8' }: Header): Frame | undefined {
    if (length === undefined) return this.fatal('Content-Length is missing');
    if (length > this.limits.maxBodyBytes) {
      const frame: Frame = { kind: 'too_large', beginning: new Uint8Array() };
      this.place = { in: 'discarded', left: length, frame };
    } else if (/^utf-?8$/i.test(charset)) {
      this.place = { in: 'body', length };
    } else {
      this.place = { in: 'discarded', left: length, frame: { kind: 'charset', charset } };
    }
    return undefined;
  }

  private readBody(length: number): Frame | undefined {
    const piece = this.takePiece(length - this.gathered.length);
    const whole = piece.length === length;
    if (!whole) {
      this.gathered.append(piece);
      if (this.gathered.length < length) return undefined;
    }
    this.place = inHeader();
    return { kind: 'body', bytes: whole ? piece : this.gathered.take() };
  }

  private fatal(why: string): Frame {
    this.place = { in: 'nowhere' };
    this.gathered.take();
    this.push(new Uint8Array());
    return { kind: 'fatal', why };
  }
}
