import { FILE_TYPE } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { KennyError } from '../../../kernel/index.js';

/** A sender that is silent for this long is gone, in ms. */
const SILENCE_MS = 30_000;

/** How long the rest of a refused upload is drained so that the sender can read why, in ms. */
export const AFTER_REFUSAL_MS = 5_000;

const TAKES_FILE = 'kenny:takes-file';
const patient = new WeakSet<Duplex>();

/**
 * Marks a route whose body is a file, which it reads itself as a stream. A foreign page's form
 * cannot send `FILE_TYPE` without a CORS preflight.
 */
export function TakesFile(): CustomDecorator {
  return SetMetadata(TAKES_FILE, true);
}

export function isFileRoute(route: object): boolean {
  return Reflect.getMetadata(TAKES_FILE, route) === true;
}

/**
 * Exempts a file from the arrival timeout for as long as something arrives; only for senders that
 * are recognised. Whoever keeps sending after the answer is cut off: a refused file may have no
 * end.
 * @throws KennyError `validation`, `too_large`
 */
export async function receiveFile<T>(
  request: IncomingMessage,
  clock: Clock,
  limit: number,
  take: (file: IncomingMessage) => Promise<T>,
): Promise<T> {
  mustBeFile(request, limit);
  const { socket } = request;
  patient.add(socket);
  const silent = () => socket.destroy();
  socket.setTimeout(SILENCE_MS, silent);
  try {
    return await take(request);
  } finally {
    socket.setTimeout(0, silent);
    if (request.complete) patient.delete(socket);
    else cutOffSoon(request, clock);
  }
}

/** The socket stays exempt from the arrival timeout until then; it already has its answer. */
function cutOffSoon(request: IncomingMessage, clock: Clock): void {
  const { socket } = request;
  request.resume();
  const deadline = clock.setTimer(() => socket.destroy(), AFTER_REFUSAL_MS);
  const settled = () => {
    deadline.cancel();
    patient.delete(socket);
  };
  request.once('end', settled);
  socket.once('close', settled);
}

/** Whether the socket is exempt from the general timeout for requests to arrive. */
export function mayArriveSlowly(socket: Duplex): boolean {
  return patient.has(socket);
}

function mustBeFile({ headers }: IncomingMessage, limit: number): void {
  if (headers['content-type']?.toLowerCase() !== FILE_TYPE) {
    throw new KennyError(
      'validation',
      `Send the file as the body, with content type ${FILE_TYPE}.`,
    );
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new KennyError('validation', 'Send the file as it is, without Content-Encoding.');
  }
  if (Number(headers['content-length'] ?? 0) > limit) {
    throw new KennyError('too_large', `The file is larger than ${limit} bytes.`);
  }
}
