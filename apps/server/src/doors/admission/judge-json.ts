import { isUtf8 } from 'node:buffer';
import { CAPS, exceedsCaps, scanFrame } from '@kenny/contract';
import { findDuplicateKey, findUnsafe } from '@kenny/kernel';
import { KennyError } from '../../kernel/index.js';

const LIMITS = { depth: CAPS.depth, nodes: CAPS.httpBodyNodes } as const;

/**
 * Parses a body: an object, or with `lists` also an array. Checked before anything walks over it
 * recursively: UTF-8, depth, number of values, no prototype keys, nothing that cannot be stored or
 * hashed, and no duplicate keys: `JSON.parse` keeps the last, so a person could approve what does
 * not run.
 * @throws KennyError `bad_args`
 */
export function judgeJson(bytes: Buffer, lists = false): object {
  if (!isUtf8(bytes)) throw bad('The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const tooMuch = scanFrame(text, LIMITS).reason;
  if (tooMuch !== undefined) throw refused(tooMuch);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !lists)) {
    throw bad('The body is not a JSON object.');
  }
  const unfit = exceedsCaps(value, LIMITS) ?? findUnsafe(value);
  if (unfit !== undefined) throw refused(unfit);
  const twice = findDuplicateKey(text);
  if (twice !== undefined) {
    throw bad(
      `The key ${JSON.stringify(twice.slice(0, 64))} occurs twice in one object. Send it once.`,
    );
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would repeat parts of the body.
    throw bad('The body is not JSON.');
  }
}

function refused(why: string): KennyError {
  return bad(`The body is refused: ${why}.`);
}

function bad(message: string): KennyError {
  return new KennyError('bad_args', message);
}
