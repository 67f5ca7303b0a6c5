import type { Response as ExpressResponse } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends a fetch-style answer; when the reader goes, its stream is cancelled at once. */
export async function sendWebResponse(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.body === null) {
    response.end();
    return;
  }
  // A stream of events may have nothing to say for a long time; its head is awaited all the same.
  response.flushHeaders();
  const body = Readable.fromWeb(answer.body);
  try {
    await pipeline(body, response);
  } catch (error) {
    if (!isReaderGone(error)) throw error;
  }
}

/** Whoever listened has left: nobody is owed the rest. */
function isReaderGone(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ERR_STREAM_PREMATURE_CLOSE';
}
