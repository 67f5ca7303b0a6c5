import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import { stateOf } from './request-state.js';

/** Below this the header costs more than it saves. Characters. */
const WORTH_IT = 1024;

/** Half the processor time of zlib's own choice, for a seventh more bytes of a large fleet. */
const PACKING = { level: 3 } as const;

const OF_JSON = ['Vary', 'Accept-Encoding', 'Content-Type', 'application/json; charset=utf-8'];

const pack: (text: string, options: ZlibOptions) => Promise<Buffer> = promisify(gzip);

/** A body that was encoded elsewhere, because parts of it were known already. */
export class EncodedJson {
  constructor(readonly text: string) {}
}

/**
 * Ends a response with a JSON body, in the status it has. Larger ones go compressed to whoever takes
 * that: a fleet of a thousand PCs is a megabyte that shrinks to a twentieth. Packing is done off the
 * event loop.
 * @param headers - names and values in turn
 */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  headers: readonly string[] = [],
): void {
  const text = body instanceof EncodedJson ? body.text : JSON.stringify(body);
  const send = (content: string | Buffer, ...more: string[]): void => {
    const first = stateOf(request).headers;
    response.writeHead(response.statusCode, first.concat(headers, OF_JSON, more));
    response.end(content);
  };
  const plain = () => send(text, 'Content-Length', String(Buffer.byteLength(text)));
  if (text.length < WORTH_IT || !takesGzip(request)) return plain();
  pack(text, PACKING).then(
    (packed) => send(packed, 'Content-Length', String(packed.length), 'Content-Encoding', 'gzip'),
    plain,
  );
}

/** `gzip` must be named: a client that says nothing may not be able to. */
function takesGzip({ headers }: IncomingMessage): boolean {
  const offered = headers['accept-encoding'];
  const offers = (typeof offered === 'string' ? offered : '').toLowerCase().split(',');
  return offers.some((offer) => {
    const [name = '', quality = 'q=1'] = offer.split(';').map((part) => part.trim());
    return name === 'gzip' && Number(quality.replace(/^q=/, '')) > 0;
  });
}
