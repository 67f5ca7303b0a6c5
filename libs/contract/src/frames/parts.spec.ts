import fc from 'fast-check';
import { cutText, PiecedText } from '../index.js';

function pieces(text: string, most: number) {
  const bytes = Buffer.from(text);
  const found: { size: number; from: number; text: string }[] = [];
  for (let from = 0; from < bytes.length;) {
    const piece = cutText(bytes, from, most);
    found.push({ size: bytes.length, from, text: piece });
    from += Buffer.byteLength(piece);
  }
  return found;
}

describe('a text in pieces', () => {
  it('is the same when it is put together, wherever it was cut', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 50 }), (whole, most) => {
        const together = new PiecedText(Buffer.byteLength(whole));
        for (const piece of pieces(whole, most)) {
          expect(Buffer.byteLength(piece.text)).toBeLessThanOrEqual(most);
          expect(together.whole).toBeUndefined();
          expect(together.add(piece)).toBeUndefined();
        }
        expect(together.whole).toBe(whole);
      }),
    );
  });

  it.each([
    ['with a gap', { size: 10, from: 4, text: 'x' }, 'begins at 4'],
    ['from the beginning again', { size: 10, from: 0, text: 'x' }, 'begins at 0'],
    ['of a text of another size', { size: 11, from: 3, text: 'x' }, 'size changed'],
    ['beyond its size', { size: 10, from: 3, text: 'x'.repeat(8) }, 'goes beyond'],
    ['without anything', { size: 10, from: 3, text: '' }, 'is empty'],
  ])('takes no piece %s', (_name, piece, reason) => {
    const together = new PiecedText(10);
    expect(together.add({ size: 10, from: 0, text: 'abc' })).toBeUndefined();
    expect(together.add(piece)).toContain(reason);
    expect(together.received).toBe(3);
  });
});
