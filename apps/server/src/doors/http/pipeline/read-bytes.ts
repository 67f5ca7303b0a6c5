import type { Readable } from 'node:stream';
import { KennyError } from '../../../kernel/index.js';

const CUT_OFF = 'The body ended before it was complete.';

/**
 * The whole body, or an error as soon as it exceeds `limit`; the rest is drained unread.
 * @throws KennyError `too_large`; `bad_args` when the sender disconnected
 */
export function readBytes(body: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (body.destroyed) return reject(new KennyError('bad_args', CUT_OFF));
    const pieces: Buffer[] = [];
    let size = 0;
    const take = (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) return void pieces.push(piece);
      stop();
      body.resume();
      reject(tooLarge(limit));
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(pieces, size));
    };
    const cutOff = () => {
      stop();
      reject(new KennyError('bad_args', CUT_OFF));
    };
    const stop = () => {
      body.off('data', take).off('end', end).off('error', cutOff).off('close', cutOff);
    };
    body.on('data', take).on('end', end).on('error', cutOff).on('close', cutOff);
  });
}

export function tooLarge(limit: number): KennyError {
  return new KennyError('too_large', `The body is larger than ${limit / 1024} KiB.`);
}
