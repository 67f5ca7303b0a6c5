import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Hashes of the generated code, and of every file that it was made from or by. */
const STAMP = 'node_modules/.cache/kenny-gen.json';

/** Whether the generated code is there and is what its sources make. */
export function isCodeCurrent(root) {
  const hashes = readStamp(root);
  return (
    hashes !== undefined &&
    Object.entries(hashes).every(([path, hash]) => hashFile(join(root, path)) === hash)
  );
}

/**
 * Calls `changed` when a file next to those that the generated code is made from has changed.
 * @returns a function that ends it
 */
export function watchSources(root, changed) {
  const files = Object.keys(readStamp(root) ?? {}).filter((path) => !path.includes('/generated/'));
  const folders = [...new Set(files.map((path) => dirname(join(root, path))))];
  const watchers = folders.map((folder) => watch(folder, { persistent: false }, changed));
  return () => watchers.forEach((watcher) => watcher.close());
}

export const writeStamp = (root, hashes) => replaceFile(join(root, STAMP), JSON.stringify(hashes));

/** Commands run at the same time: none of them may read half a file. */
export function replaceFile(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

export const hashText = (text) => createHash('sha256').update(text).digest('hex');

export function hashFile(file) {
  try {
    return hashText(readFileSync(file));
  } catch {
    return undefined;
  }
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
  } catch {
    return undefined;
  }
}
