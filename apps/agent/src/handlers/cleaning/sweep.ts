import type { BigIntStats } from 'node:fs';
import { lstat, opendir, rmdir, unlink } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import { isPrivateFolder } from '@kenny/guard/fs';
import type { Clock } from '@kenny/kernel';
import { errorCode } from '../../errors/error-code.js';
import { HeldFolder } from '../held-folder.js';
import type { Place } from '../../platform/clean-places.js';

/** Folders within folders; each one is held open. */
const DEEPEST = 64;
const MOST_PROBLEMS = 10;
const MOST_FOLDERS_OF_A_PLACE = 200;
const NS_PER_MS = 1_000_000n;

export interface Swept {
  bytes: number;
  files: number;
  /** What could not be deleted or looked at. */
  kept: number;
  readonly problems: string[];
  /** Ended before it was through. */
  partial: boolean;
}

export interface SweepOptions {
  readonly delete: boolean;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Then it ends with what it has. */
  readonly isOver: () => boolean;
}

/**
 * Counts, or deletes, what lies in some places. Links are deleted as links and never followed, other
 * file systems are not entered, and sockets, pipes and devices stay.
 */
export async function sweep(places: readonly Place[], options: SweepOptions): Promise<Swept> {
  const sweeper = new Sweeper(options);
  for (const place of places) {
    for (const folder of await foldersOf(place.folder)) await sweeper.place(folder, place);
  }
  return sweeper.swept;
}

class Sweeper {
  readonly swept: Swept = { bytes: 0, files: 0, kept: 0, problems: [], partial: false };

  constructor(private readonly options: SweepOptions) {}

  async place(path: string, place: Place): Promise<void> {
    let root: HeldFolder;
    try {
      root = await HeldFolder.at(path);
    } catch (error) {
      // What is not there needs no cleaning.
      if (errorCode(error) !== 'ENOENT') this.problem(path, error);
      return;
    }
    await this.folder(root, place, { device: root.device, depth: 0 });
  }

  /** True when nothing is left in it. */
  private async folder(
    folder: HeldFolder,
    place: Place,
    at: { readonly device: bigint; readonly depth: number },
  ): Promise<boolean> {
    let isEmpty = true;
    try {
      if (await isPrivateFolder(folder.path)) return false;
      for await (const { name } of await opendir(folder.path)) {
        if (this.isOver()) return false;
        const stays = at.depth === 0 && place.except?.test(name) === true;
        const gone = !stays && (await this.entry(folder, name, place, at));
        isEmpty &&= gone;
      }
    } catch (error) {
      this.problem(folder.shown, error);
      isEmpty = false;
    } finally {
      await folder.close();
    }
    return isEmpty;
  }

  /** True when it is gone, or would be. */
  private async entry(
    parent: HeldFolder,
    name: string,
    place: Place,
    at: { readonly device: bigint; readonly depth: number },
  ): Promise<boolean> {
    const [path, shown] = [join(parent.path, name), join(parent.shown, name)];
    try {
      const stats = await lstat(path, { bigint: true });
      if (!stats.isDirectory()) return await this.file(path, name, stats, place);
      if (place.flat || at.depth >= DEEPEST) return false;
      const folder = await parent.child(name);
      if (folder.device !== at.device) {
        await folder.close();
        return false;
      }
      if (!(await this.folder(folder, place, { ...at, depth: at.depth + 1 }))) return false;
      if (this.isRecent(stats, place)) return false;
      if (this.options.delete) await rmdir(path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return true;
      this.problem(shown, error);
      return false;
    }
  }

  private async file(
    path: string,
    name: string,
    stats: BigIntStats,
    place: Place,
  ): Promise<boolean> {
    if (!stats.isFile() && !stats.isSymbolicLink()) return false;
    if (place.only?.test(name) === false || this.isRecent(stats, place)) return false;
    if (this.options.delete) await unlink(path);
    this.swept.files += 1;
    // Of a file with other names, nothing is freed.
    if (stats.nlink === 1n) this.swept.bytes += takenBy(stats);
    return true;
  }

  private isRecent(stats: BigIntStats, place: Place): boolean {
    if (place.olderThanMs === undefined) return false;
    // Looking into a folder is no use of it.
    const used = stats.isDirectory() ? [] : [stats.atimeNs];
    const last = [stats.mtimeNs, stats.ctimeNs, ...used].reduce((a, b) => (a > b ? a : b));
    return this.options.clock.now() - Number(last / NS_PER_MS) < place.olderThanMs;
  }

  private isOver(): boolean {
    if (!this.options.isOver()) return false;
    this.swept.partial = true;
    return true;
  }

  private problem(path: string, error: unknown): void {
    this.options.signal.throwIfAborted();
    const { swept } = this;
    swept.kept += 1;
    if (swept.problems.length >= MOST_PROBLEMS) return;
    swept.problems.push(`${path.slice(0, 500)}: ${errorCode(error) ?? 'cannot be deleted'}`);
  }
}

/** On the disk; a file with holes takes less than its length, and a short one takes a block. */
export function takenBy({ blocks, size }: BigIntStats): number {
  return Number(process.platform === 'win32' ? size : blocks * 512n);
}

/** The folders that a place with `*` means; none where it is not there or not to be read. */
async function foldersOf(pattern: string): Promise<string[]> {
  const { root } = parse(pattern);
  let paths = [root];
  for (const part of pattern.slice(root.length).split(sep)) {
    const next = part === '*' ? await Promise.all(paths.map(foldersIn)) : [];
    paths = (part === '*' ? next.flat() : paths.map((path) => join(path, part))).slice(
      0,
      MOST_FOLDERS_OF_A_PLACE,
    );
  }
  return paths;
}

async function foldersIn(path: string): Promise<string[]> {
  let folder: HeldFolder;
  try {
    folder = await HeldFolder.at(path);
  } catch {
    return [];
  }
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder.path)) {
      if (entry.isDirectory()) names.push(join(path, entry.name));
      if (names.length >= MOST_FOLDERS_OF_A_PLACE) break;
    }
  } catch {
    return names;
  } finally {
    await folder.close();
  }
  return names;
}
