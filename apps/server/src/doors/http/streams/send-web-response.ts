import type { Response as ExpressResponse } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends a fetch-style answer; when the client disconnects, its stream is cancelled at once. */
export async function sendWebResponse(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.body === null) {
    response.end();
    return;
  }
  // An event stream may be silent for long, but clients wait for its headers.
  response.flushHeaders();
  const body = Readable.fromWeb(answer.body);
  try {
    await pipeline(body, response);
  } catch (error) {
    if (!isReaderGone(error)) throw error;
  }
}

/** The client disconnected before the end, which is no failure. */
function isReaderGone(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ERR_STREAM_PREMATURE_CLOSE';
}
