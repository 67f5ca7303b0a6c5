import fc from 'fast-check';
import { hostile } from '../../test/hostile.js';
import { contentLength, MAX_HEADER_BYTES } from './content-length.js';
import type { FrameReader, Framing } from './framing.js';
import { newline } from './newline.js';

const FRAMINGS: [string, Framing][] = [
  ['Content-Length', contentLength],
  ['lines', newline],
];
const LIMIT = 300;
/** A message and the CR behind it, or a header. */
const MOST_KEPT = Math.max(LIMIT + 1, MAX_HEADER_BYTES);

/** All that a reader finds, in words; `look` sees it after every piece. */
function read(
  framing: Framing,
  pieces: Uint8Array[],
  look?: (reader: FrameReader) => void,
): string[] {
  const reader = framing.reader({ maxBodyBytes: LIMIT });
  const found: string[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    for (let frame = reader.next(); frame; frame = reader.next()) {
      const bytes = 'bytes' in frame ? Buffer.from(frame.bytes).toString('latin1') : '';
      found.push(`${frame.kind} ${bytes}`);
      if (found.length > 10_000) throw new Error('it never ends');
    }
    look?.(reader);
  }
  return found;
}

/** Bytes cut at any places. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [0, ...cuts].map((from, nth) => bytes.subarray(from, cuts[nth] ?? bytes.length));
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });
describe.each(FRAMINGS)('%s', (_, framing) => {
  it('gives the same messages, however the bytes are split', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 2 }), { maxLength: 8 }), cuts, (jsons, places) => {
        const bytes = Buffer.concat(jsons.map((json) => framing.encode(json)));
        const whole = read(framing, [bytes]);
        expect(read(framing, cut(bytes, places))).toEqual(whole);
        const fitting = jsons.filter((json) => Buffer.byteLength(json) <= LIMIT);
        expect(whole.filter((found) => found.startsWith('body'))).toHaveLength(fitting.length);
      }),
    );
  });

  it('finds the same in hostile bytes, however they are split, and keeps little of them', () => {
    fc.assert(
      fc.property(hostile, cuts, (bytes, places) => {
        const pieces = cut(bytes, places);
        let kept = 0;
        const found = read(framing, pieces, ({ keptBytes }) => (kept = Math.max(kept, keptBytes)));
        expect(kept).toBeLessThanOrEqual(MOST_KEPT);
        expect(found).toEqual(read(framing, [bytes]));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps no more than one message of what never ends', () => {
    const reader = framing.reader({ maxBodyBytes: LIMIT });
    let kept = 0;
    for (const byte of ['x', '{', '\0']) {
      for (let piece = 0; piece < 1000; piece++) {
        reader.push(Buffer.alloc(1000, byte));
        while (reader.next());
        kept = Math.max(kept, reader.keptBytes);
      }
    }
    expect(kept).toBeLessThanOrEqual(MOST_KEPT);
  });

  it('takes time that grows with the bytes of a large message, not with its pieces', () => {
    const reader = framing.reader({ maxBodyBytes: 2 ** 26 });
    const bytes = framing.encode(`"${'x'.repeat(2 ** 19)}"`);
    // Single bytes: copying all that came before for each of them would take minutes.
    let frame;
    for (let at = 0; at < bytes.length; at++) {
      reader.push(bytes.subarray(at, at + 1));
      frame = reader.next() ?? frame;
    }
    expect(frame).toMatchObject({ kind: 'body' });
    expect(reader.keptBytes).toBe(0);
  });
});
