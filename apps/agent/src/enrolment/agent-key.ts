import { newSeed, SEED_BYTES } from '@kenny/handshake/agent';
import { chmod, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFile, readSmallFile, syncFolder } from '../platform/state-files.js';

/** The key is unusable; the message says what to do. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/**
 * The agent's private seed; undefined while there is none. Resets its permissions on every start: a
 * restore or an administrator may have widened them.
 * @throws KeyFileError when the file is not our key
 */
export async function loadKey(file: string): Promise<Buffer | undefined> {
  const found = await readSmallFile(file, SEED_BYTES);
  if (found.kind === 'missing') return undefined;
  if (found.kind === 'unusable') {
    throw new KeyFileError(`the key ${file} cannot be used: ${found.reason}; ${REPAIR}`);
  }
  if (found.content.length !== SEED_BYTES) {
    throw new KeyFileError(`the key ${file} is not ${SEED_BYTES} bytes long; ${REPAIR}`);
  }
  const others = found.stats.mode & 0o077;
  if (others !== 0) await chmod(file, 0o600);
  return found.content;
}

const REPAIR = 'put the right file back, or remove it and enrol again with a fresh token';

/** The seed on disk, created if there is none. Two concurrent starts end up with the same one. */
export async function loadOrCreateKey(file: string): Promise<Buffer> {
  const known = await loadKey(file);
  if (known) return known;
  await createFile(file, newSeed());
  const created = await loadKey(file);
  if (!created) throw new KeyFileError(`the key ${file} vanished while it was created`);
  return created;
}

/** A second key for a rotation; an interrupted rotation continues with the same key. */
export function loadOrCreateNextKey(file: string): Promise<Buffer> {
  return loadOrCreateKey(nextKeyFile(file));
}

/** Makes the second key the only one. */
export async function adoptNextKey(file: string): Promise<void> {
  await rename(nextKeyFile(file), file);
  await syncFolder(dirname(file));
}

const nextKeyFile = (file: string): string => `${file}.next`;
