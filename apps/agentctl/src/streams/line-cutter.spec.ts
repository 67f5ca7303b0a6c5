import fc from 'fast-check';
import { LineCutter, type CutLine } from './line-cutter.js';

function linesOf(pieces: readonly Buffer[], most = 10): CutLine[] {
  const lines: CutLine[] = [];
  const cutter = new LineCutter(most, (line) => lines.push(line));
  for (const piece of pieces) cutter.push(piece);
  cutter.end();
  return lines;
}
const texts = (text: string): string[] => linesOf([Buffer.from(text)]).map((line) => line.text);

describe('lines of output', () => {
  it('end in LF or CRLF; the last one needs no end', () => {
    expect(texts('a\nb\r\n\nc\rd\n e')).toEqual(['a', 'b', '', 'c\rd', ' e']);
    expect(texts('')).toEqual([]);
    expect(texts('a\n')).toEqual(['a']);
  });

  it('are cut where they are too long, and marked', () => {
    expect(linesOf([Buffer.from(`${'x'.repeat(10)}\n${'y'.repeat(11)}\nz`)])).toEqual([
      { text: 'x'.repeat(10), cut: false },
      { text: 'y'.repeat(10), cut: true },
      { text: 'z', cut: false },
    ]);
  });

  it('keep control characters, and show what is no UTF-8 as such', () => {
    expect(texts('\u0000\u001b[1m\u202e')).toEqual(['\u0000\u001b[1m\u202e']);
    expect(linesOf([Buffer.from([0x61, 0xff, 0x62])])[0]?.text).toBe('a\ufffdb');
  });

  it('are the same however the bytes are split', () => {
    const bytes = fc
      .uint8Array({ maxLength: 200 })
      .map((list) => list.map((byte) => (byte < 60 ? 10 : byte)));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat({ max: 200 })), (list, places) => {
        const whole = Buffer.from(list);
        const cuts = [0, ...places.filter((place) => place < whole.length).sort((a, b) => a - b)];
        const pieces = cuts.map((from, nth) => whole.subarray(from, cuts[nth + 1]));
        expect(linesOf(pieces)).toEqual(linesOf([whole]));
      }),
    );
  });
});
