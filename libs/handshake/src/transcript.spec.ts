import fc from 'fast-check';
import { AGENT_ID_PATTERN } from '@kenny/contract/agent';
import { newNonce, newSeed, shortFingerprint, transcript } from './index.js';

const nonce = Buffer.alloc(32, 7);

describe('transcript', () => {
  it('is never the same for two different ids or nonces', () => {
    const triple = fc.tuple(
      fc.stringMatching(new RegExp(AGENT_ID_PATTERN)),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
    );
    fc.assert(
      fc.property(triple, triple, (a, b) => {
        fc.pre(!sameTriple(a, b));
        expect(transcript(...a).equals(transcript(...b))).toBe(false);
      }),
    );
  });

  it.each([
    ['an empty id', '', nonce, nonce],
    ['an id with NUL', 'pc\0pc', nonce, nonce],
    ['an id with a line break at its end', 'pc\n', nonce, nonce],
    ['an id longer than 64', 'x'.repeat(65), nonce, nonce],
    ['a short client nonce', 'pc', Buffer.alloc(31), nonce],
    ['a long server nonce', 'pc', nonce, Buffer.alloc(33)],
  ])('is refused for %s', (_, id, client, server) => {
    expect(() => transcript(id, client, server)).toThrow(RangeError);
  });
});

describe('fresh secrets', () => {
  it('are 32 bytes and never repeat', () => {
    for (const make of [newNonce, newSeed]) {
      const made = Array.from({ length: 100 }, () => make());
      expect(new Set(made.map((b) => b.toString('hex'))).size).toBe(100);
      expect(made.every((b) => b.length === 32)).toBe(true);
    }
  });
});

describe('shortFingerprint', () => {
  it('shows 80 bits in groups that people can read out', () => {
    expect(shortFingerprint(Buffer.alloc(32))).toBe('6668 7aad f862 bd77 6c8f');
  });
});

type Triple = [string, Uint8Array, Uint8Array];

function sameTriple(a: Triple, b: Triple): boolean {
  return a[0] === b[0] && Buffer.compare(a[1], b[1]) === 0 && Buffer.compare(a[2], b[2]) === 0;
}
