import { KEY_BYTES } from './encoding.js';

/**
 * Judging encoded curve points without a curve library. An encoding is 32 bytes little endian: y in
 * the low 255 bits, the sign of x on top (RFC 8032 §5.1.2).
 */
const P = 2n ** 255n - 19n;
/** The curve's d = -121665/121666 (RFC 8032 §5.1). */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN_BIT = 2n ** 255n;

/**
 * y of the eight points whose order divides 8: ±x share their y, so five values cover them all.
 * Comparing y alone also covers the encodings of x = 0 with a set sign bit.
 */
const ORDER_8_Y = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, ORDER_8_Y, P - ORDER_8_Y]);

function yOf(encoded: Uint8Array): bigint {
  const bigEndian = Buffer.from(encoded).reverse().toString('hex');
  return BigInt(`0x${bigEndian}`) % SIGN_BIT;
}

/** True for 32 bytes that spell y in its one canonical way, of a point that is not of small order. */
export function isCanonicalAndLarge(encoded: Uint8Array): boolean {
  if (encoded.length !== KEY_BYTES) return false;
  const y = yOf(encoded);
  return y < P && !SMALL_ORDER_Y.has(y);
}

/**
 * True for a key that may be enrolled or pinned: 32 bytes, canonical, not of small order (with such
 * a key one signature fits many messages), and on the curve (else nothing would ever verify).
 */
export function isSafePublicKey(publicKey: Uint8Array): boolean {
  return isCanonicalAndLarge(publicKey) && hasX(yOf(publicKey));
}

/** x² = (y² − 1) / (d·y² + 1) has a solution: Euler's criterion on numerator times denominator. */
function hasX(y: bigint): boolean {
  const ySquared = (y * y) % P;
  const product = ((ySquared - 1n + P) * (D * ySquared + 1n)) % P;
  return product === 0n || power(product, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
