import { CAPS, type Clock } from '@kenny/contract/agent';
import { isPrivateFolder, judgeEntry, type SafePath } from '@kenny/guard/fs';
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../handler.js';
import { safely, type PathGuard } from './safely.js';

/** Kernel file systems: endless, and nothing in them is a file that somebody is looking for. */
const NOT_FILES = new Set(['/proc', '/sys', '/dev']);
/** What was found so far is worth more than a timeout. */
const SHARE_OF_DEADLINE = 0.8;
/** Folders that wait to be searched; a tree that is wider is cut. */
const MOST_FOLDERS = 200_000;
/** Folders that were searched are let go in lots, because taking the first of a list is slow. */
const FORGET_AFTER = 10_000;

/**
 * `fs_search`: names below a folder that hold the pattern, breadth first. Links are not followed,
 * and what the guard hides is neither entered nor named.
 */
export function fsSearch(guard: PathGuard, clock: Clock): Handler<'fs_search'> {
  return ({ root, pattern }, { signal, deadlineMs }) =>
    safely('fs_search', { name: 'root', path: root }, guard, async (safe) => {
      const stopAt = clock.monotonic() + deadlineMs * SHARE_OF_DEADLINE;
      const search = new Search(pattern, guard);
      // The root's own troubles are the caller's; those of folders below only make gaps.
      await search.visit(safe.real);
      while (!search.finished) {
        signal.throwIfAborted();
        if (clock.monotonic() >= stopAt) return search.result(true);
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

  constructor(
    pattern: string,
    private readonly guard: PathGuard,
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

  /** Searches the folder that waits longest. */
  async next(): Promise<void> {
    const folder = this.folders[this.at];
    this.at += 1;
    if (this.at > FORGET_AFTER) {
      this.folders = this.folders.slice(this.at);
      this.at = 0;
    }
    if (folder === undefined) return;
    try {
      if (!(await isPrivateFolder(folder))) await this.visit(folder);
    } catch {
      this.gaps = true; // it may not be read, or it is gone
    }
  }

  async visit(folder: string): Promise<void> {
    const safe: SafePath = { given: folder, real: folder };
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      this.look(safe, entry);
      if (this.full) return;
    }
  }

  private look(folder: SafePath, entry: Dirent): void {
    const path = join(folder.real, entry.name);
    if (NOT_FILES.has(path)) return;
    const matches = entry.name.toLowerCase().includes(this.wanted);
    if (!matches && !entry.isDirectory()) return;
    if (judgeEntry(folder, entry.name, this.guard.os).blocked) return;
    if (matches) this.matches.push(path);
    if (!entry.isDirectory()) return;
    if (this.folders.length - this.at < MOST_FOLDERS) this.folders.push(path);
    else this.gaps = true;
  }
}
