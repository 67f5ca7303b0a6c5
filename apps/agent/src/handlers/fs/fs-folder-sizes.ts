import { CAPS, type ResultOf } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { isPrivateFolder, judgeEntry, type SafePath } from '@kenny/guard/fs';
import type { BigIntStats, StatsFs } from 'node:fs';
import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../dispatch/handler.js';
import { takenBy } from '../cleaning/sweep.js';
import { HeldFolder } from '../held-folder.js';
import { untilDeadline } from '../until-deadline.js';
import { mustBeFolder, safely, type PathGuard } from './safely.js';

/** Folders that are measured at once; each holds those on the way down open. */
const AT_ONCE = 8;
const FILES_AT_ONCE = 32;
const DEEPEST = 64;
/** Files with several names are counted once, up to so many. */
const MOST_SHARED = 500_000;

interface Sum {
  bytes: number;
  /** Not all of it could be measured. */
  partial: boolean;
}

/**
 * `fs_folder_sizes`: what the folders in a folder take on its disk. Links are not followed, other
 * file systems and what the guard hides are not entered.
 */
export function fsFolderSizes(guard: PathGuard, clock: Clock): Handler<'fs_folder_sizes'> {
  return ({ path }, context) =>
    safely('fs_folder_sizes', { name: 'path', path }, guard, async (safe) => {
      await mustBeFolder(safe);
      const top = await HeldFolder.at(safe.real);
      try {
        return await new Measuring(safe, top, untilDeadline(clock, context)).all();
      } finally {
        await top.close();
      }
    });
}

class Measuring {
  private readonly shared = new Set<bigint>();

  constructor(
    private readonly judged: SafePath,
    private readonly top: HeldFolder,
    private readonly isOver: () => boolean,
  ) {}

  async all(): Promise<ResultOf<'fs_folder_sizes'>> {
    const { top } = this;
    const own: Sum = { bytes: 0, partial: false };
    const names = await this.namesIn(top, own);
    const found: (Sum & { name: string })[] = [];
    const worker = async (): Promise<void> => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const sum = { name, bytes: 0, partial: false };
        if (await this.below(top, name, sum, 1)) found.push(sum);
      }
    };
    // The folder above stays open until the last of them has ended, whatever became of it.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    found.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
    const folders = found.slice(0, CAPS.fsFolderSizes);
    const truncated = own.partial || folders.length < found.length || found.some(isPartial);
    return {
      folders: folders.map(({ name, bytes, partial }) => ({
        ...{ name, bytes },
        ...(partial ? { partial } : {}),
      })),
      files_bytes: own.bytes,
      ...(truncated ? { truncated } : {}),
    };
  }

  /** @returns false for what is no folder of this file system */
  private async below(parent: HeldFolder, name: string, sum: Sum, depth: number): Promise<boolean> {
    if (depth > DEEPEST || this.isHidden(parent, name)) return notAll(sum);
    let folder: HeldFolder;
    try {
      folder = await parent.child(name);
    } catch {
      return notAll(sum); // removed, or not to be read
    }
    try {
      if (!(await this.isOnSameDisk(folder))) return false;
      if (this.isOver() || (await isPrivateFolder(folder.path))) return notAll(sum);
      for (const inner of await this.namesIn(folder, sum)) {
        if (this.isOver()) return notAll(sum);
        await this.below(folder, inner, sum, depth + 1);
      }
    } finally {
      await folder.close();
    }
    return true;
  }

  /** Adds its files to the sum. @returns names of the folders in it */
  private async namesIn(folder: HeldFolder, sum: Sum): Promise<string[]> {
    const folders: string[] = [];
    let files: string[] = [];
    try {
      for await (const entry of await opendir(folder.path, { bufferSize: 256 })) {
        if (entry.isDirectory()) folders.push(entry.name);
        else if (entry.isFile()) files.push(join(folder.path, entry.name));
        if (files.length < FILES_AT_ONCE) continue;
        await this.add(files, sum);
        files = [];
        if (this.isOver()) break;
      }
    } catch {
      sum.partial = true;
    }
    await this.add(files, sum);
    if (this.isOver()) sum.partial = true;
    return folders;
  }

  private async add(files: readonly string[], sum: Sum): Promise<void> {
    const found = await Promise.all(
      files.map((file) => lstat(file, { bigint: true }).catch(() => undefined)),
    );
    for (const stats of found) if (stats && this.isNew(stats)) sum.bytes += takenBy(stats);
  }

  private isNew({ nlink, ino }: BigIntStats): boolean {
    if (nlink === 1n) return true;
    if (this.shared.has(ino)) return false;
    if (this.shared.size < MOST_SHARED) this.shared.add(ino);
    return true;
  }

  private async isOnSameDisk(folder: HeldFolder): Promise<boolean> {
    if (folder.device === this.top.device) return true;
    const [other, own] = await Promise.all([folder, this.top].map(({ path }) => statfs(path)));
    return other !== undefined && own !== undefined && shareDisk(other, own);
  }

  private isHidden(parent: HeldFolder, name: string): boolean {
    return judgeEntry({ ...this.judged, real: parent.shown }, name).blocked;
  }
}

/** What `statfs` says of btrfs (statfs(2)): each of its subvolumes has a device number of its own. */
const BTRFS = 0x9123683e;

/** Of folders with other device numbers: subvolumes of one btrfs. */
export function shareDisk(a: Pick<StatsFs, 'type' | 'blocks'>, b: typeof a): boolean {
  return a.type === BTRFS && b.type === BTRFS && a.blocks === b.blocks;
}

const isPartial = ({ partial }: Sum): boolean => partial;

/** It stands among the others, with what is known of it. */
function notAll(sum: Sum): true {
  sum.partial = true;
  return true;
}
