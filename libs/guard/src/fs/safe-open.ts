import { PRIVATE_MARKER, type Os } from '@kenny/contract/agent';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { judgePath } from '../paths/judge-path.js';
import { LIMITS, refuse as refusal, type Refusal, type Verdict } from '../verdict.js';
import { followLinks } from './follow-links.js';
import { kindOfFiles } from './kernel-files.js';
import { MountTable } from './mounts.js';
import { PrivateFiles } from './private-files.js';

/** Thrown by everything here when the guard refuses. */
export class PathRefused extends Error {
  constructor(readonly verdict: Refusal) {
    super(verdict.message);
    this.name = 'PathRefused';
  }

  /** The file may have been replaced after it was judged: a retry may succeed. */
  get isPassing(): boolean {
    const passing: readonly string[] = [LIMITS.changed.id, LIMITS.notRegular.id];
    return passing.includes(this.verdict.rule_id);
  }
}

/** A path that was judged as given and as resolved. */
export interface SafePath {
  readonly given: string;
  /** Absolute, every link followed. */
  readonly real: string;
  readonly os: Os;
  /** Read once per call: other paths to the same file. */
  readonly mounts: MountTable;
}

/**
 * Judges the given spelling, follows every link, and judges the target, including markers of
 * private folders. Hard links, mounts and kernel files are judged once the file is open.
 * @throws PathRefused; ENOENT and the like pass through
 */
export async function resolveSafely(given: string, os: Os): Promise<SafePath> {
  const judge = (path: string) => refuse(judgePath(path, os));
  judge(given);
  if (process.platform === 'win32') await followLinks(given, os, LINKS, judge);
  const real = await realpath(given);
  await refusePrivate(real, os);
  return { given, real, os, mounts: new MountTable() };
}

const LINKS = {
  isLink: async (path: string) => (await lstat(path)).isSymbolicLink(),
  target: (path: string) => readlink(path),
};

async function refusePrivate(path: string, os: Os): Promise<void> {
  refuse(judgePath(path, os));
  if (await isBelowPrivateFolder(path)) refuse(refusal(LIMITS.privateFolder));
}

/** Whether this folder itself has the marker: cheap enough for every step of a search. */
export async function isPrivateFolder(folder: string): Promise<boolean> {
  try {
    await lstat(join(folder, PRIVATE_MARKER));
    return true;
  } catch (error) {
    // A folder that we cannot enter, no tool can read either.
    return !isMissing(error);
  }
}

/** Whether the path, or any folder above it, has the marker. */
export async function isBelowPrivateFolder(real: string): Promise<boolean> {
  for (let folder = real; ; folder = dirname(folder)) {
    if (await isPrivateFolder(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Judges one entry of a resolved folder by its own name, without following it. */
export function judgeEntry(folder: SafePath, name: string): Verdict {
  return judgePath(join(folder.real, name), folder.os);
}

/**
 * Opens a judged regular file. The open handle is compared with what was judged, so that a link put
 * in place meanwhile is caught; devices and pipes are never opened for reading.
 * @param privateFiles refused under any name
 * @throws PathRefused
 */
export async function openForReading(
  path: SafePath,
  privateFiles = PrivateFiles.none,
): Promise<FileHandle> {
  const { handle } = await openJudged(path, 'file', privateFiles);
  return handle;
}

/** A folder held open while it is listed. */
export interface OpenFolder {
  /**
   * Path for listing and looking up entries: on Linux it leads to the open folder itself, even if
   * the names above it change.
   */
  readonly path: string;
  /** A kernel file system: endless, and none of it is a user's file. */
  readonly ofKernel: boolean;
  /** Call after listing, before trusting the list. @throws PathRefused */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a judged folder for listing.
 * @throws PathRefused
 */
export async function openFolder(path: SafePath): Promise<OpenFolder> {
  const { handle, ofKernel } = await openJudged(path, 'folder', PrivateFiles.none);
  const judged = await handle.stat({ bigint: true });
  return {
    path: descriptorPath(handle) ?? path.real,
    ofKernel,
    verify: () => sameFolderAs(path, judged),
    close: () => handle.close(),
  };
}

/** Checks that a judged folder is still the same one after it was read. @throws PathRefused */
export async function sameFolderAs(path: SafePath, judged: BigIntStats): Promise<void> {
  if (!(await leadsTo(path, judged))) refuse(refusal(LIMITS.changed));
}

interface Opened {
  readonly handle: FileHandle;
  readonly ofKernel: boolean;
}

async function openJudged(
  path: SafePath,
  kind: 'file' | 'folder',
  privateFiles: PrivateFiles,
): Promise<Opened> {
  const judged = await lstat(path.real, { bigint: true });
  if (!isKind(judged, kind)) refuse(refusal(LIMITS.notRegular));
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants;
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (kind === 'folder' ? O_DIRECTORY : 0);
  const handle = await open(path.real, flags);
  try {
    const opened = await handle.stat({ bigint: true });
    const same = isKind(opened, kind) && isSame(judged, opened);
    // A folder above may have become a link between judging and opening.
    if (!same || !(await leadsTo(path, opened))) refuse(refusal(LIMITS.changed));
    if (privateFiles.has(opened)) refuse(refusal(LIMITS.privateFile));
    if (kind === 'file' && mayHideAnother(opened)) refuse(refusal(LIMITS.secondName));
    // The kernel knows what is open: even a link that was removed again shows.
    const shown = descriptorPath(handle);
    if (shown === undefined) return { handle, ofKernel: false };
    if ((await readlink(shown)) !== path.real) refuse(refusal(LIMITS.changed));
    return { handle, ofKernel: await judgeMounted(path, handle, shown) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Judges an open file by its file system and by its names in all mounts.
 * @returns whether it is a kernel file
 */
async function judgeMounted(path: SafePath, handle: FileHandle, shown: string): Promise<boolean> {
  const [files, place] = await Promise.all([
    kindOfFiles(shown),
    path.mounts.placeOf(handle, path.real),
  ]);
  if (files) {
    if (!place || !files.mayBeRead(place.inside)) refuse(refusal(LIMITS.kernelFile));
    return true;
  }
  // Prefixed, because rules anchored at the root mean the root of the PC.
  if (place) refuse(judgePath(`/file-system${place.inside}`, path.os));
  for (const name of place?.names ?? []) {
    if (name !== path.real) await refusePrivate(name, path.os);
  }
  return false;
}

const isKind = (stats: BigIntStats, kind: 'file' | 'folder') =>
  kind === 'file' ? stats.isFile() : stats.isDirectory();

/**
 * A hard link exposes a file of a private folder outside of it, and its other names cannot be
 * found. World-readable files hold no secret; on Windows, where many system files have several
 * names, modes mean nothing and folders protect by their access lists.
 */
function mayHideAnother({ nlink, mode }: BigIntStats): boolean {
  const forEverybody = (mode & BigInt(constants.S_IROTH ?? 0o4)) !== 0n;
  return process.platform !== 'win32' && nlink > 1n && !forEverybody;
}

/** The given path still resolves to the same file. */
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
