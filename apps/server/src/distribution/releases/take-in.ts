import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { KennyError } from '../../kernel/index.js';

/** The expected size and hash of a file. */
export interface Announced {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Writes a file while it arrives, hashed on the way and never longer than it was said to be; what
 * comes after that is read and dropped, so that the sender hears the answer.
 * @throws KennyError `too_large`; `bad_args` when it is shorter, another file, or was cut off
 */
export async function takeIn(
  source: Readable,
  file: FileHandle,
  { size, sha256 }: Announced,
): Promise<void> {
  const hash = createHash('sha256');
  let taken = 0;
  try {
    for await (const piece of source.iterator({ destroyOnReturn: false })) {
      const bytes = piece as Buffer;
      taken += bytes.length;
      if (taken > size) break;
      hash.update(bytes);
      await file.appendFile(bytes);
    }
  } catch (error) {
    if (!source.errored) throw error;
    throw new KennyError('bad_args', 'The upload was cut off and nothing was kept. Try again.');
  }
  if (taken > size) {
    source.resume();
    throw new KennyError('too_large', `The file is longer than the ${size} bytes of its manifest.`);
  }
  if (taken < size) {
    throw new KennyError(
      'bad_args',
      `The file has ${taken} bytes, its manifest says ${size}: the upload is incomplete.`,
    );
  }
  if (hash.digest('hex') !== sha256) {
    throw new KennyError('bad_args', 'The file does not match its manifest: the SHA-256 differs.');
  }
}
