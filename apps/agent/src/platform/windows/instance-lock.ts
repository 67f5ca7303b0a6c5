import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../errors/error-code.js';
import { parseJsonObject, readSmallFile, replaceFile } from '../state-files.js';

/**
 * libuv's `UV_FS_O_EXLOCK`, which Node passes through without naming it: while the handle is open,
 * Windows opens the file for nobody else, and it closes with the process however that ends. Any
 * user could squat on a named pipe and keep the agent from starting; this file lies where only the
 * service may write.
 */
const EXCLUSIVE = 0x1000_0000;
const { O_CREAT, O_RDWR } = constants;

const RECORD_MAX_BYTES = 1024;
/** A holder that is exiting needs a moment, and a reader of the lock holds it for one. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** @see acquireLock */
export async function acquireOnWindows(
  file: string,
): Promise<{ release: () => Promise<void> } | { holder: { pid: number } }> {
  const handle = await holdPatiently(held(file));
  if (handle === undefined) return { holder: { pid: await recordedPid(file) } };
  await replaceFile(file, JSON.stringify({ pid: process.pid }));
  return {
    release: async () => {
      await rm(file, { force: true });
      await handle.close();
    },
  };
}

/** @see lockHolder */
export async function holderOnWindows(file: string): Promise<{ pid: number } | undefined> {
  try {
    const handle = await hold(held(file), O_RDWR);
    if (handle === undefined) return { pid: await recordedPid(file) };
    await handle.close();
    return undefined;
  } catch (error) {
    // Never held, or not readable for us.
    if (['ENOENT', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

const held = (file: string): string => `${file}.held`;

async function holdPatiently(file: string): Promise<FileHandle | undefined> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const handle = await hold(file, O_RDWR | O_CREAT);
    if (handle !== undefined || performance.now() >= end) return handle;
    await delay(LOOK_EVERY_MS);
  }
}

/** Undefined when somebody else has the file open. */
async function hold(file: string, flags: number): Promise<FileHandle | undefined> {
  try {
    return await open(file, flags | EXCLUSIVE, 0o600);
  } catch (error) {
    if (errorCode(error) === 'EBUSY') return undefined;
    throw error;
  }
}

/** Zero when the holder has not written it yet. */
async function recordedPid(file: string): Promise<number> {
  const found = await readSmallFile(file, RECORD_MAX_BYTES);
  const pid = found.kind === 'read' ? parseJsonObject(found.content)?.['pid'] : undefined;
  return typeof pid === 'number' ? pid : 0;
}
