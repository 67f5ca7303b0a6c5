import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, open, readdir, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from '@kenny/kernel';
import { errorCode } from '../errors/error-code.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Result of reading a small file. `unusable` is not "missing": they mean different things. */
export type SmallFile =
  | { kind: 'read'; content: Buffer; stats: Stats }
  | { kind: 'missing' }
  | { kind: 'unusable'; reason: string };

/**
 * Reads a file that others may have touched: no symbolic link, a regular file, within `maxBytes`.
 * Never blocks on a pipe, never throws.
 */
export async function readSmallFile(file: string, maxBytes: number): Promise<SmallFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = await handle.stat();
    if (!stats.isFile()) return unusable('it is not a regular file');
    if (stats.size > maxBytes) return unusable(`it is larger than ${maxBytes} bytes`);
    const buffer = Buffer.alloc(maxBytes + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    if (bytesRead > maxBytes) return unusable(`it is larger than ${maxBytes} bytes`);
    return { kind: 'read', content: buffer.subarray(0, bytesRead), stats };
  } catch (error) {
    return describeFailure(errorCode(error));
  } finally {
    await handle?.close();
  }
}

/**
 * The same for a file named by an operator: links are fine there (certificates, mounted secrets).
 */
export async function readNamedFile(file: string, maxBytes: number): Promise<SmallFile> {
  try {
    return await readSmallFile(await realpath(file), maxBytes);
  } catch (error) {
    return describeFailure(errorCode(error));
  }
}

const unusable = (reason: string): SmallFile => ({ kind: 'unusable', reason });

function describeFailure(code: string | undefined): SmallFile {
  if (code === 'ENOENT') return { kind: 'missing' };
  if (code === 'ELOOP') return unusable('it is a link');
  if (code === 'EACCES' || code === 'EPERM') return unusable('it may not be read');
  return unusable(`it cannot be read (${code ?? 'unknown error'})`);
}

/**
 * Replaces a file atomically: a reader, or a power cut, sees the old content or the new. Private
 * (0600) unless `mode` says otherwise.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  await viaTemporary(file, content, mode, (temporary) => renameOver(temporary, file));
}

/** Windows refuses while somebody reads the old file, as virus scanners do after a write. */
const RENAME_TRIES = 20;
const RENAME_PAUSE_MS = 50;

async function renameOver(from: string, to: string): Promise<void> {
  for (let left = process.platform === 'win32' ? RENAME_TRIES : 1; ; left -= 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (left <= 1 || !['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
    }
    await delay(RENAME_PAUSE_MS);
  }
}

/** Like `replaceFile`, but keeps an existing file. True when it was created here. */
export async function createFile(
  file: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<boolean> {
  try {
    await viaTemporary(file, content, mode, async (temporary) => {
      await link(temporary, file);
      await rm(temporary);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function viaTemporary(
  file: string,
  content: string | Uint8Array,
  mode: number,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    try {
      await handle.chmod(mode); // regardless of the umask
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

const TEMPORARY = /^(?<file>.+)\.[0-9a-f]{12}\.tmp$/;

/**
 * Removes temporary files of interrupted writes. Only for a process that holds the folder's lock.
 */
export async function removeTemporaries(folder: string, files: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = TEMPORARY.exec(name)?.groups?.['file'];
    if (file === undefined || !files.includes(file)) continue;
    try {
      await rm(join(folder, name), { force: true });
    } catch {
      // Held by a scanner, or a folder: nothing reads it, and the next start tries again.
    }
  }
}

/** Makes a new name in a folder survive a power cut. NTFS journals names itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** JSON of a small file, or undefined when it is not a JSON object. */
export function parseJsonObject(content: Buffer | string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(content.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // the caller says which file is invalid, and why
  }
}
