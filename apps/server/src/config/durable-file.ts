import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a private file (0600) whole or not at all, also through a power cut: written under
 * another name, flushed, then renamed. Blocks; for the few small files that hardly ever change.
 */
export function createDurably(file: string, content: string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Removes it for good, also through a power cut; nothing happens when it is not there. */
export function removeDurably(file: string): void {
  rmSync(file, { force: true });
  syncFolder(dirname(file));
}

/** A new name is durable once its folder is; Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
