import { CAPS } from '@kenny/contract';
import type { IncomingMessage } from 'node:http';
import { KennyError } from '../../../kernel/index.js';
import type { Audience } from '../../admission/access.js';
import { judgeJson } from '../../admission/judge-json.js';
import { readBytes, tooLarge } from './read-bytes.js';

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/**
 * The JSON body of a request, checked by `judgeJson`; undefined when there is none. Call it after
 * the caller was admitted: strangers must not make the server read and parse a large body.
 * @throws KennyError `validation`, `too_large`, `bad_args`
 */
export async function readBody(
  request: IncomingMessage,
  audience: Audience,
): Promise<object | undefined> {
  const { headers } = request;
  const limit = audience === 'open' ? CAPS.preAuthBytes : CAPS.httpBodyBytes;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && length === 0) return undefined;
  // A foreign page's form cannot send JSON without a CORS preflight.
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new KennyError('validation', 'Send the body as application/json in UTF-8.');
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new KennyError('validation', 'Send the body as it is, without Content-Encoding.');
  }
  if (length > limit) throw tooLarge(limit);
  // JSON-RPC allows batches.
  return judgeJson(await readBytes(request, limit), audience === 'mcp');
}
