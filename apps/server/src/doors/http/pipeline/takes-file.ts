import { FILE_TYPE } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { KennyError } from '../../../kernel/index.js';

/** A sender that has been silent for so long is gone, in ms. */
const SILENCE_MS = 30_000;

/** How long what a refused sender still sends is dropped, so that they hear why, in ms. */
export const AFTER_REFUSAL_MS = 5_000;

const TAKES_FILE = 'kenny:takes-file';
const patient = new WeakSet<Duplex>();

/**
 * Stands above a route whose body is a file: the route itself reads it, as it comes. No form of a foreign
 * page can send `FILE_TYPE` without asking first.
 */
export function TakesFile(): CustomDecorator {
  return SetMetadata(TAKES_FILE, true);
}

export function isFileRoute(route: object): boolean {
  return Reflect.getMetadata(TAKES_FILE, route) === true;
}

/**
 * Lets a file take its time: what must have arrived within a minute elsewhere goes on here for as long
 * as something comes. Only after the sender has shown who they are. Who sends on after the answer is cut
 * off: a file that was refused may have no end.
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

/** It stays among the patient until then: what comes late has its answer already. */
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

/** Whether the general time for a request to arrive does not count here. */
export function mayArriveSlowly(socket: Duplex): boolean {
  return patient.has(socket);
}

function mustBeFile({ headers }: IncomingMessage, limit: number): void {
  if (headers['content-type']?.toLowerCase() !== FILE_TYPE) {
    throw new KennyError('validation', `Send the file itself as the body, as ${FILE_TYPE}.`);
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new KennyError('validation', 'Send the file as it is, without Content-Encoding.');
  }
  if (Number(headers['content-length'] ?? 0) > limit) {
    throw new KennyError('too_large', `The file is larger than ${limit} bytes.`);
  }
}
