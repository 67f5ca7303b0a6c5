import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Point } from '@noble/ed25519';
import { agentSignatures } from './agent-signer.js';
import { isSafePublicKey } from './index.js';
import { serverSignatures } from './server-signer.js';

const node = serverSignatures({ readyKeys: 4 });
const noble = agentSignatures;
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Three bytes of mischief at most, anywhere in key, message or signature. */
const mutation = fc.record({
  where: fc.constantFrom('key' as const, 'message' as const, 'signature' as const),
  at: fc.nat(63),
  xor: fc.integer({ min: 0, max: 255 }),
});

describe('both implementations', () => {
  it('derive the same key and make the same signature from a seed', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array({ maxLength: 200 }), (seed, message) => {
        const left = noble.createSigner(seed);
        const right = node.createSigner(seed);
        expect(left.publicKey).toEqual(right.publicKey);
        expect(left.sign(message)).toEqual(right.sign(message));
        expect(isSafePublicKey(left.publicKey)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('give one verdict on signatures with random changes', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        bytes(32),
        bytes(40),
        fc.array(mutation, { maxLength: 3 }),
        (seed, message, mutations) => {
          const signer = node.createSigner(seed);
          const parts = {
            key: Buffer.from(signer.publicKey),
            message: Buffer.from(message),
            signature: signer.sign(message),
          };
          for (const { where, at, xor } of mutations) {
            const index = at % parts[where].length;
            parts[where][index] = (parts[where][index] ?? 0) ^ xor;
          }
          const verdict = node.verify(parts.key, parts.message, parts.signature);
          expect(noble.verify(parts.key, parts.message, parts.signature)).toBe(verdict);
          seen[verdict ? 'accepted' : 'refused'] += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(seen.accepted).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });

  it('give one verdict on signatures of a key holder who adds small-order points', () => {
    const torsion = Point.fromHex(
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    );
    const order = Point.CURVE().n;
    const number = (data: Uint8Array) => BigInt(`0x${Buffer.from(data).reverse().toString('hex')}`);
    const multiples = [Point.ZERO];
    for (let i = 1; i < 8; i += 1) multiples.push((multiples[i - 1] ?? Point.ZERO).add(torsion));
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.nat(7),
        fc.nat(7),
        bytes(8),
        (secret, r, inKey, inR, message) => {
          const at = (n: bigint, i: number) =>
            Point.BASE.multiply(n, false)
              .add(multiples[i] ?? Point.ZERO)
              .toBytes();
          const key = at(secret, inKey);
          const R = at(r, inR);
          const k = number(createHash('sha512').update(R).update(key).update(message).digest());
          const S = ((r + k * secret) % order).toString(16).padStart(64, '0');
          const signature = Buffer.concat([R, Buffer.from(S, 'hex').reverse()]);
          const verdict = node.verify(key, message, signature);
          expect(noble.verify(key, message, signature)).toBe(verdict);
          seen[verdict ? 'accepted' : 'refused'] += 1;
        },
      ),
      { numRuns: 200, examples: [[5n, 7n, 0, 0, new Uint8Array(8)]] },
    );
    expect(seen.accepted).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });

  it('answer false, and never throw, for keys and signatures of any length', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 70 }),
        fc.uint8Array({ maxLength: 5 }),
        fc.uint8Array({ maxLength: 130 }),
        (key, message, signature) => {
          expect(node.verify(key, message, signature)).toBe(false);
          expect(noble.verify(key, message, signature)).toBe(false);
        },
      ),
    );
  });

  it.each([0, 31, 33, 64])('refuse a seed of %i bytes', (length) => {
    expect(() => node.createSigner(Buffer.alloc(length))).toThrow(RangeError);
    expect(() => noble.createSigner(Buffer.alloc(length))).toThrow(RangeError);
  });
});

describe('isSafePublicKey', () => {
  it('agrees with the curve library on random bytes', () => {
    const isPoint = (encoded: Uint8Array): boolean => {
      try {
        return !Point.fromBytes(encoded).isSmallOrder();
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(bytes(32), (encoded) => {
        expect(isSafePublicKey(encoded)).toBe(isPoint(encoded));
      }),
    );
  });
});
