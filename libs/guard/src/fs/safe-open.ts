import { PRIVATE_MARKER, type Os } from '@kenny/contract/agent';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { judgePath } from '../paths/judge-path.js';
import { blocked, type Verdict } from '../verdict.js';

/** Thrown by everything here when the guard says no. */
export class PathRefused extends Error {
  constructor(readonly verdict: Extract<Verdict, { blocked: true }>) {
    super(verdict.message);
    this.name = 'PathRefused';
  }
}

const PRIVATE = blocked('path.private', 'a folder of kenny itself');

/** A path that was judged as given and as resolved. */
export interface SafePath {
  readonly given: string;
  /** Absolute, every link followed. */
  readonly real: string;
}

/**
 * Judges the given spelling, follows every link, and judges where it leads, markers of private
 * folders included. @throws PathRefused; ENOENT and the like come through as they are.
 */
export async function resolveSafely(given: string, os: Os): Promise<SafePath> {
  refuse(judgePath(given, os));
  const real = await realpath(given);
  refuse(judgePath(real, os));
  if (await isBelowPrivateFolder(real)) refuse(PRIVATE);
  return { given, real };
}

/** Whether this folder itself holds the marker: cheap enough to ask in every step of a search. */
export async function isPrivateFolder(folder: string): Promise<boolean> {
  try {
    await lstat(join(folder, PRIVATE_MARKER));
    return true;
  } catch (error) {
    // A folder that cannot be looked into cannot be read by a tool either.
    if (isMissing(error)) return false;
    return true;
  }
}

/** The path, or any folder above it, holds the marker. */
export async function isBelowPrivateFolder(real: string): Promise<boolean> {
  for (let folder = real; ; folder = dirname(folder)) {
    if (await isPrivateFolder(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Judges one entry of a folder that was resolved: its own name, without following it. */
export function judgeEntry(folder: SafePath, name: string, os: Os): Verdict {
  return judgePath(join(folder.real, name), os);
}

/**
 * Opens a regular file that was judged. What is open is compared with what was judged, so that a
 * link put in place meanwhile is caught; devices and pipes are never opened for reading.
 * @throws PathRefused
 */
export async function openForReading(path: SafePath): Promise<FileHandle> {
  const judged = await lstat(path.real, { bigint: true });
  if (!judged.isFile()) refuse(blocked('path.not_a_file', 'only regular files can be read'));
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(path.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile() || !isSame(judged, opened)) refuse(CHANGED);
    // A folder above may have become a link between the judgement and the opening.
    if ((await realpath(path.given)) !== path.real) refuse(CHANGED);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A folder that was judged is still the same one after it was read. @throws PathRefused */
export async function sameFolderAs(path: SafePath, judged: BigIntStats): Promise<void> {
  const now = await lstat(path.real, { bigint: true });
  if (!isSame(judged, now) || (await realpath(path.given)) !== path.real) refuse(CHANGED);
}

const CHANGED = blocked('path.changed', 'the path changed while it was being opened');

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function refuse(verdict: Verdict): void {
  if (verdict.blocked) throw new PathRefused(verdict);
}

function isMissing(error: unknown): boolean {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
