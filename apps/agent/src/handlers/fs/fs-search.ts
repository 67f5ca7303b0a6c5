import { CAPS } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import {
  isPrivateFolder,
  judgeEntry,
  openFolder,
  PathRefused,
  type SafePath,
} from '@kenny/guard/fs';
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../dispatch/handler.js';
import { untilDeadline } from '../until-deadline.js';
import { mustBeFolder, safely, type PathGuard } from './safely.js';

/** Limit of queued folders; a wider tree is cut. */
const MOST_FOLDERS = 200_000;
/** The queue is trimmed in batches, because shifting an array is slow. */
const FORGET_AFTER = 10_000;

/**
 * `fs_search`: names below a folder that contain the pattern, breadth first. Links are not
 * followed, and what the guard hides is neither entered nor named.
 */
export function fsSearch(guard: PathGuard, clock: Clock): Handler<'fs_search'> {
  return ({ root, pattern }, context) =>
    safely('fs_search', { name: 'root', path: root }, guard, async (safe) => {
      await mustBeFolder(safe);
      const isOver = untilDeadline(clock, context);
      const search = new Search(pattern, safe);
      // Errors at the root are the caller's; those of folders below only leave gaps.
      await search.begin();
      while (!search.finished) {
        if (isOver()) return search.result(true);
        await search.next();
      }
      return search.result();
    });
}

class Search {
  private readonly wanted: string;
  private readonly matches: string[] = [];
  private folders: string[] = [];
  private at = 0;
  private gaps = false;
  /** Root of the search. */
  private inKernel = false;

  constructor(
    pattern: string,
    private readonly root: SafePath,
  ) {
    this.wanted = pattern.toLowerCase();
  }

  get finished(): boolean {
    return this.at >= this.folders.length || this.full;
  }

  private get full(): boolean {
    return this.matches.length > CAPS.fsSearchMatches;
  }

  result(outOfTime = false): { matches: string[]; truncated?: boolean } {
    const matches = this.matches.slice(0, CAPS.fsSearchMatches);
    const truncated = outOfTime || this.gaps || this.full;
    return { matches, ...(truncated ? { truncated } : {}) };
  }

  /** Searches the next folder of the queue. */
  async next(): Promise<void> {
    const folder = this.folders[this.at];
    this.at += 1;
    if (this.at > FORGET_AFTER) {
      this.folders = this.folders.slice(this.at);
      this.at = 0;
    }
    if (folder === undefined) return;
    try {
      await this.visit(folder);
    } catch (error) {
      if (error instanceof PathRefused && !error.isPassing) return;
      this.gaps = true; // unreadable, removed, or replaced by another one
    }
  }

  async begin(): Promise<void> {
    await this.visit(this.root.real, true);
  }

  /** Held open while it is read: a link put in its place leads nowhere else. */
  private async visit(path: string, asked = false): Promise<void> {
    const safe: SafePath = { ...this.root, given: path, real: path };
    const folder = await openFolder(safe);
    const before = { matches: this.matches.length, folders: this.folders.length };
    try {
      if (asked) this.inKernel = folder.ofKernel;
      // A kernel file system: endless, and holds no file that anybody searches for.
      else if (folder.ofKernel && !this.inKernel) return;
      if (await isPrivateFolder(folder.path)) return;
      for await (const entry of await opendir(folder.path, { bufferSize: 256 })) {
        this.look(safe, entry);
        if (this.full) break;
      }
      await folder.verify();
    } catch (error) {
      this.matches.length = before.matches;
      this.folders.length = before.folders;
      throw error;
    } finally {
      await folder.close();
    }
  }

  private look(folder: SafePath, entry: Dirent): void {
    const path = join(folder.real, entry.name);
    const matches = entry.name.toLowerCase().includes(this.wanted);
    if (!matches && !entry.isDirectory()) return;
    if (judgeEntry(folder, entry.name).blocked) return;
    if (matches) this.matches.push(path);
    if (!entry.isDirectory()) return;
    if (this.folders.length - this.at < MOST_FOLDERS) this.folders.push(path);
    else this.gaps = true;
  }
}
