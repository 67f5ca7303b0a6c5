import type { NextFunction, Request, Response } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Below this the header costs more than it saves. Bytes. */
const WORTH_IT = 1024;

const pack = promisify(gzip);

/**
 * Sends larger JSON answers compressed to whoever takes that; a fleet of a thousand PCs is a
 * megabyte that shrinks to a twentieth. Packing is done off the event loop; streams stay as they are.
 */
export function compressJson(request: Request, response: Response, next: NextFunction): void {
  response.json = (body: unknown): Response => {
    response.vary('Accept-Encoding');
    response.type('json');
    const bytes = Buffer.from(JSON.stringify(body));
    if (bytes.length < WORTH_IT || !takesGzip(request)) return response.send(bytes);
    pack(bytes).then(
      (packed) => response.setHeader('Content-Encoding', 'gzip').send(packed),
      () => response.send(bytes),
    );
    return response;
  };
  next();
}

/** `gzip` must be named: a client that says nothing may not be able to. */
function takesGzip({ headers }: Request): boolean {
  const offers = (headers['accept-encoding'] ?? '').toLowerCase().split(',');
  return offers.some((offer) => {
    const [name = '', quality = 'q=1'] = offer.split(';').map((part) => part.trim());
    return name === 'gzip' && Number(quality.replace(/^q=/, '')) > 0;
  });
}
