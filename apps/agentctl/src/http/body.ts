import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { parseBody } from '@kenny/jsonrpc';
import { isObject } from '@kenny/kernel';
import type { IncomingMessage } from 'node:http';
import { messageOf } from '../errors/error-code.js';
import { Refusal } from '../errors/refusal.js';

const { messageBytes, messageDepth } = AGENTCTL_LIMITS;

/**
 * The bytes of a body. One that is too large is read to its end all the same, within reason: whoever
 * still writes would not see the answer.
 * @throws Refusal when it is too large
 */
export async function bodyBytes(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > 4 * messageBytes) break;
    if (length <= messageBytes) pieces.push(piece);
    else pieces.length = 0;
  }
  if (length <= messageBytes) return Buffer.concat(pieces);
  throw new Refusal('too_large', 'the body is too large', `At most ${messageBytes} bytes.`);
}

/**
 * A body as an object; an empty one has no fields.
 * @throws Refusal when it is something else
 */
export function bodyObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = parseBody(bytes, messageDepth);
  } catch (error) {
    throw new Refusal('bad_request', 'the body is not JSON that can be read', messageOf(error));
  }
  if (isObject(value)) return value;
  throw new Refusal('bad_request', 'the body must be a JSON object');
}

/** @throws Refusal naming the fields that are none of `known` */
export function refuseOthers(body: Record<string, unknown>, known: readonly string[]): void {
  const others = Object.keys(body).filter((name) => !known.includes(name));
  if (others.length === 0) return;
  throw invalid(
    `unknown: ${others
      .slice(0, 10)
      .map((name) => JSON.stringify(name.slice(0, 100)))
      .join(', ')}`,
    `There are ${known.join(', ')}.`,
  );
}

export const invalid = (message: string, details = ''): Refusal =>
  new Refusal('validation_error', message, details);
