import { randomBytes } from 'node:crypto';
import { readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.js';
import { createFile, parseJsonObject, readSmallFile } from './state-files.js';
import { acquireOnWindows, holderOnWindows } from './windows/instance-lock.js';

export interface LockHolder {
  pid: number;
}

interface LockRecord extends LockHolder {
  /** Kernel's start time of the process; tells a reused pid apart. */
  started: string;
}

const LOCK_MAX_BYTES = 1024;
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** Two newcomers may find the same dead holder; one of them retries. */
const ATTEMPTS = 5;

/**
 * Lets one process at a time use a state folder. A holder that ended without releasing, even by
 * `kill -9` or a power cut, does not keep the lock.
 * @returns a function that releases it, or the holder.
 */
export async function acquireLock(
  file: string,
): Promise<{ release: () => Promise<void> } | { holder: LockHolder }> {
  if (process.platform === 'win32') return acquireOnWindows(file);
  const own: LockRecord = { pid: process.pid, started: await startOf(process.pid) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createRecord(file, JSON.stringify(own))) {
      return { release: () => rm(file, { force: true }) };
    }
    const holder = (await lockHolder(file)) ?? (await removeStale(file));
    if (holder) return { holder };
  }
  throw new Error(`cannot take the lock ${file}`);
}

/** On a full disk the content becomes a symlink's target, which takes no space. */
async function createRecord(file: string, record: string): Promise<boolean> {
  try {
    return await createFile(file, record);
  } catch (error) {
    if (!NO_ROOM.has(errorCode(error) ?? '')) throw error;
  }
  try {
    await symlink(record, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined when there is none, or it cannot be one. */
async function readRecord(file: string): Promise<Buffer | string | undefined> {
  const found = await readSmallFile(file, LOCK_MAX_BYTES);
  if (found.kind === 'read') return found.content;
  return found.kind === 'unusable' ? readlink(file).catch(() => undefined) : undefined;
}

/**
 * Removes a dead lock. Another newcomer may have replaced it meanwhile, so it is moved aside, read
 * again, and put back if its holder lives.
 */
async function removeStale(file: string): Promise<LockHolder | undefined> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined; // somebody else removed it
    throw error;
  }
  const holder = await lockHolder(aside);
  if (holder) await rename(aside, file);
  else await rm(aside);
  return holder;
}

/** The living process that holds the lock, if any. */
export async function lockHolder(file: string): Promise<LockHolder | undefined> {
  if (process.platform === 'win32') return holderOnWindows(file);
  const content = await readRecord(file);
  const record = content === undefined ? undefined : parseJsonObject(content);
  const pid = record?.['pid'];
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const started = isAlive(pid) ? await startOf(pid) : undefined;
  return started !== undefined && started === record?.['started'] ? { pid } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but we may not signal it.
    return errorCode(error) === 'EPERM';
  }
}

/** Start time of a process on Linux; empty elsewhere. */
async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '';
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return 'ended';
    return rest[18] ?? '';
  } catch {
    return 'ended';
  }
}
