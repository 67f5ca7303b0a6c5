import { CAPS, type ResultOf } from '@kenny/contract/agent';
import {
  judgeEntry,
  openFolder,
  type OpenFolder,
  type PrivateFiles,
  type SafePath,
} from '@kenny/guard/fs';
import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { Handler } from '../../dispatch/handler.js';
import { safely, type PathGuard } from './safely.js';

type Entry = ResultOf<'fs_list'>['entries'][number];

/** Entries whose size is read concurrently. */
const AT_ONCE = 32;

/**
 * `fs_list`: one folder, held open while it is read, so that a link put in its place leads nowhere
 * else. Links are listed as links and not followed.
 */
export function fsList(guard: PathGuard): Handler<'fs_list'> {
  return ({ path }, { signal }) =>
    safely('fs_list', { name: 'path', path }, guard, async (safe) => {
      if (!(await lstat(safe.real)).isDirectory()) {
        throw new ToolFailure('exec_failed', 'this is not a folder; fs_read reads files');
      }
      const folder = await openFolder(safe);
      try {
        const { names, truncated } = await readNames(folder.path, signal);
        const hidden = await guard.privateFiles();
        const entries: Entry[] = [];
        for (let next = 0; next < names.length; next += AT_ONCE) {
          signal.throwIfAborted();
          const batch = names.slice(next, next + AT_ONCE);
          const described = batch.map((entry) => describe(safe, folder, entry, hidden));
          entries.push(...(await Promise.all(described)));
        }
        await folder.verify();
        return { entries, ...(truncated ? { truncated: true } : {}) };
      } finally {
        await folder.close();
      }
    });
}

async function readNames(
  folder: string,
  signal: AbortSignal,
): Promise<{ names: Dirent[]; truncated: boolean }> {
  const names: Dirent[] = [];
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    signal.throwIfAborted();
    if (names.length >= CAPS.fsListEntries) return { names, truncated: true };
    names.push(entry);
  }
  return { names, truncated: false };
}

/**
 * Entries hidden by the guard are named, because a gap would puzzle people; their size stays
 * unknown.
 */
async function describe(
  judged: SafePath,
  open: OpenFolder,
  entry: Dirent,
  hidden: PrivateFiles,
): Promise<Entry> {
  const shown = { name: entry.name, is_dir: entry.isDirectory(), bytes: 0 };
  if (!entry.isFile() || judgeEntry(judged, entry.name).blocked) return shown;
  try {
    const stats = await lstat(join(open.path, entry.name), { bigint: true });
    return hidden.has(stats) ? shown : { ...shown, bytes: Number(stats.size) };
  } catch {
    return shown; // removed meanwhile
  }
}
