import { walkJson } from '@kenny/kernel';
import { isUtf8 } from 'node:buffer';
import { RpcError, RpcNumber } from './rpc-error.js';

/** The number is JSON-RPC's own; programs that look for a word find the one of all broken messages. */
const parseError = (why: string) =>
  new RpcError(RpcNumber.parseError, `Parse error: ${why}`, { code: 'frame_invalid' });
const DANGEROUS = '__proto__';
/** The only other way to write an ASCII key. */
const ESCAPED_ASCII = '\\u00';

/**
 * The JSON value of a message's bytes. Keys called `__proto__` are dropped: whoever copies such an
 * object by assignment would get another prototype.
 * @throws RpcError -32700 when it is not UTF-8 or not JSON, -32600 when it is nested too deep
 */
export function parseBody(bytes: Uint8Array, maxDepth: number): unknown {
  const text = decode(bytes);
  if (isDeeper(text, maxDepth)) {
    throw RpcError.of('frame_too_large', `Nested deeper than ${maxDepth} levels`);
  }
  const value = parse(text);
  if (text.includes(DANGEROUS) || text.includes(ESCAPED_ASCII)) dropDangerousKeys(value);
  return value;
}

const BYTE_ORDER_MARK = '\ufeff';

/** As a `TextDecoder` does, without what one costs for each short message. */
function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw parseError('not UTF-8');
  const { buffer, byteOffset, length } = bytes;
  const text = (
    Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, length)
  ).toString();
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The reason stays here: V8's words quote the text, which may be a secret. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw parseError('not JSON');
  }
}

function isDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  let deepest = 0;
  walkJson(text, (token) => {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth -= 1;
    return deepest <= maxDepth;
  });
  return deepest > maxDepth;
}

function dropDangerousKeys(value: unknown): void {
  const open = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    if (Object.hasOwn(item, DANGEROUS)) Reflect.deleteProperty(item, DANGEROUS);
    for (const child of Object.values(item) as unknown[]) {
      if (typeof child === 'object' && child !== null) open.push(child);
    }
  }
}
