import fc from 'fast-check';
import { cleaned, cleanedLine } from './untrusted-text.js';

describe('text of a PC in an answer', () => {
  it('stays as it is when there is nothing to see in it', () => {
    const value = { a: ['plain\n\ttext', 1, null, true], b: { c: 'grüße 日本' } };
    expect(cleaned(value)).toEqual(value);
  });

  it('shows what it hides, in keys as well, and loses only what a terminal needs', () => {
    expect(cleaned({ 'k\u200b': ['\u001b[31mred\u001b[0m\r\n', '\u202egpj'] })).toEqual({
      'k⟨U+200B⟩': ['red\n', '⟨U+202E⟩gpj'],
    });
  });

  it('is cut where the whole answer gets too long, and says so', () => {
    expect(cleaned({ a: 'x'.repeat(6), b: 'y'.repeat(6), c: 'z' }, 10)).toEqual({
      a: 'xxxxxx',
      b: 'yyyy⟨cut: the whole has 6 characters⟩',
      c: '⟨cut: the whole has 1 characters⟩',
    });
  });

  it('is cut as well when its marks make it too long', () => {
    expect(cleaned('\u0001\u0002\u0003', 10)).toBe('⟨U+0001⟩⟨U⟨cut: the whole has 3 characters⟩');
  });

  it('never keeps a character that hides, whatever it is', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, (raw) => {
        expect(String(cleaned(raw))).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it('is one line in the middle of our words', () => {
    expect(cleanedLine('no\nsuch\u202e file', 9)).toBe('no⟨U+000A⟩such⟨U+202E⟩ ⟨cut⟩');
  });
});
