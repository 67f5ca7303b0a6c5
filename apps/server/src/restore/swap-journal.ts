import { isObject } from '@kenny/kernel';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createDurably, restorePlace } from '../config/index.js';
import { StartupError } from '../kernel/index.js';

/** What is to be done, or undone, until it is done: a process may be killed at any point of it. */
export interface SwapJournal {
  /** The data of now goes out, then the restored comes in; what fails is taken back. */
  readonly phase: 'out' | 'in' | 'back';
  /** Name of the folder for the data of now. */
  readonly kept: string;
  /** What comes in: names in the staged folder. */
  readonly names: readonly string[];
}

export function writeJournal(dataDir: string, journal: SwapJournal): void {
  createDurably(restorePlace(dataDir).journal, JSON.stringify(journal));
}

/** Null when nothing is to be done. @throws StartupError for what kenny did not write */
export function readJournal(dataDir: string): SwapJournal | null {
  const { journal: file } = restorePlace(dataDir);
  if (!existsSync(file)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isJournal(value)) return value;
  } catch {
    // As for one of another shape.
  }
  throw new StartupError(
    `${file} is damaged, so nobody knows how far the restore came. What was there before is in a ` +
      'folder "before-restore-…" beside it, or still where it was: put it together by hand.',
  );
}

function isJournal(value: unknown): value is SwapJournal {
  if (!isObject(value)) return false;
  const { phase, kept, names } = value;
  const isName = (name: unknown) => typeof name === 'string' && basename(name) === name;
  return (
    ['out', 'in', 'back'].includes(String(phase)) &&
    isName(kept) &&
    Array.isArray(names) &&
    names.every(isName)
  );
}
