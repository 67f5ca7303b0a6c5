import { PRIVATE_MARKER, type Os } from '@kenny/contract/agent';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { judgePath } from '../paths/judge-path.js';
import { LIMITS, refuse as refusal, type Refusal, type Verdict } from '../verdict.js';

/** Thrown by everything here when the guard says no. */
export class PathRefused extends Error {
  constructor(readonly verdict: Refusal) {
    super(verdict.message);
    this.name = 'PathRefused';
  }
}

/** A path that was judged as given and as resolved. */
export interface SafePath {
  readonly given: string;
  /** Absolute, every link followed. */
  readonly real: string;
}

/**
 * Judges the given spelling, follows every link, and judges where it leads, markers of private
 * folders included. A bind mount of a private folder brings its marker along; one of a folder below
 * it is not seen (ADR 0007). Hard links are judged when the file is open.
 * @throws PathRefused; ENOENT and the like come through as they are
 */
export async function resolveSafely(given: string, os: Os): Promise<SafePath> {
  refuse(judgePath(given, os));
  const real = await realpath(given);
  refuse(judgePath(real, os));
  if (await isBelowPrivateFolder(real)) refuse(refusal(LIMITS.privateFolder));
  return { given, real };
}

/** Whether this folder itself holds the marker: cheap enough to ask in every step of a search. */
export async function isPrivateFolder(folder: string): Promise<boolean> {
  try {
    await lstat(join(folder, PRIVATE_MARKER));
    return true;
  } catch (error) {
    // A folder that cannot be looked into cannot be read by a tool either.
    return !isMissing(error);
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
  return openJudged(path, 'file');
}

/** A folder that is held open while it is listed. */
export interface OpenFolder {
  /**
   * Path to list and to look entries up by: on Linux it leads to the open folder itself, whatever
   * happens to the names above it meanwhile.
   */
  readonly path: string;
  /** Say this after listing and before believing the list. @throws PathRefused */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder that was judged, for listing.
 * @throws PathRefused
 */
export async function openFolder(path: SafePath): Promise<OpenFolder> {
  const handle = await openJudged(path, 'folder');
  const judged = await handle.stat({ bigint: true });
  return {
    path: descriptorPath(handle) ?? path.real,
    verify: () => sameFolderAs(path, judged),
    close: () => handle.close(),
  };
}

/** A folder that was judged is still the same one after it was read. @throws PathRefused */
export async function sameFolderAs(path: SafePath, judged: BigIntStats): Promise<void> {
  if (!(await leadsTo(path, judged))) refuse(refusal(LIMITS.changed));
}

async function openJudged(path: SafePath, kind: 'file' | 'folder'): Promise<FileHandle> {
  const judged = await lstat(path.real, { bigint: true });
  if (!isKind(judged, kind)) refuse(refusal(LIMITS.notRegular));
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants;
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (kind === 'folder' ? O_DIRECTORY : 0);
  const handle = await open(path.real, flags);
  try {
    const opened = await handle.stat({ bigint: true });
    const same = isKind(opened, kind) && isSame(judged, opened);
    // A folder above may have become a link between the judgement and the opening.
    if (!same || !(await leadsTo(path, opened))) refuse(refusal(LIMITS.changed));
    if (kind === 'file' && mayHideAnother(opened)) refuse(refusal(LIMITS.secondName));
    // The kernel knows what is open: even a link that was put in place and taken away again shows.
    const shown = descriptorPath(handle);
    if (shown !== undefined && (await readlink(shown)) !== path.real)
      refuse(refusal(LIMITS.changed));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const isKind = (stats: BigIntStats, kind: 'file' | 'folder') =>
  kind === 'file' ? stats.isFile() : stats.isDirectory();

/**
 * A hard link shows what lies in a private folder under a name outside of it, and nothing tells where
 * the other name is. Files that everybody may read have no secret; on Windows, where many system
 * files have several names, modes mean nothing and folders keep others out by their lists.
 */
function mayHideAnother({ nlink, mode }: BigIntStats): boolean {
  const forEverybody = (mode & BigInt(constants.S_IROTH ?? 0o4)) !== 0n;
  return process.platform !== 'win32' && nlink > 1n && !forEverybody;
}

/** The given path resolves as it did, and what lies there is what was seen. */
async function leadsTo(path: SafePath, seen: BigIntStats): Promise<boolean> {
  if ((await realpath(path.given)) !== path.real) return false;
  return isSame(await lstat(path.real, { bigint: true }), seen);
}

const descriptorPath = (handle: FileHandle) =>
  process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : undefined;

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
