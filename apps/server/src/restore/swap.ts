import { SERVER_FILES } from '@kenny/contract';
import { faultPoint } from '@kenny/kernel';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeDurably, restorePlace, syncFolder } from '../config/index.js';
import { DataFolderLock } from '../database/index.js';
import { StartupError } from '../kernel/index.js';
import { readJournal, writeJournal, type SwapJournal } from './swap-journal.js';

/** How a restore ended that the last process had prepared. */
export interface Swapped {
  /** Where the data of before is. */
  readonly keptIn: string;
  /** Why the data of before is still in place; null: it is not. */
  readonly trouble: string | null;
}

/**
 * The lock is held meanwhile, backups belong to whoever restores them, the address to this computer;
 * the rest is what moves.
 */
const STAYS: readonly string[] = [
  ...[SERVER_FILES.lock, SERVER_FILES.backups, SERVER_FILES.restore, SERVER_FILES.address],
];
const MOVES = [
  ...Object.values<string>(SERVER_FILES).filter((name) => !STAYS.includes(name)),
  ...['-wal', '-shm', '-journal'].map((end) => SERVER_FILES.database + end),
];

/** Says that the next start puts the staged data in place. */
export function armRestore(dataDir: string, kept: string): void {
  const { staged } = restorePlace(dataDir);
  const names = readdirSync(staged).filter((name) => MOVES.includes(name));
  writeJournal(dataDir, { phase: 'out', kept, names });
}

/**
 * Before anything else of a start: puts a restored backup in place of the data, or back what was
 * there. It only renames, and goes on where a killed process stopped. Null: nothing was to be done.
 * @throws StartupError when another process has the folder, or when it cannot be put back either
 */
export async function finishRestore(dataDir: string): Promise<Swapped | null> {
  const { folder } = restorePlace(dataDir);
  if (!existsSync(folder)) return null;
  const lock = await DataFolderLock.acquire(dataDir);
  try {
    const journal = readJournal(dataDir);
    const swapped = journal && swap(dataDir, journal);
    // Without a journal it is what an interrupted restore or upload has left.
    rmSync(folder, { recursive: true, force: true });
    return swapped;
  } finally {
    await lock.release();
  }
}

function swap(dataDir: string, journal: SwapJournal): Swapped {
  const keptIn = join(dataDir, journal.kept);
  let trouble: string | null = null;
  if (journal.phase !== 'back') {
    try {
      putInPlace(dataDir, journal);
    } catch (error) {
      trouble = wordsOf(error);
    }
  } else trouble = 'It was interrupted while it was taken back.';
  if (trouble !== null) takeBack(dataDir, journal, trouble);
  else faultPoint('server.restore_done');
  removeDurably(restorePlace(dataDir).journal);
  return { keptIn, trouble };
}

function putInPlace(dataDir: string, journal: SwapJournal): void {
  const { staged } = restorePlace(dataDir);
  const kept = join(dataDir, journal.kept);
  if (journal.phase === 'out') {
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    for (const name of MOVES) {
      if (move(name, dataDir, kept)) faultPoint('server.restore_out');
    }
    settle(dataDir, kept);
    writeJournal(dataDir, { ...journal, phase: 'in' });
  }
  for (const name of journal.names) {
    if (move(name, staged, dataDir)) faultPoint('server.restore_in');
  }
  settle(dataDir, staged);
}

/** @throws StartupError that says where everything lies */
function takeBack(dataDir: string, journal: SwapJournal, trouble: string): void {
  const { staged } = restorePlace(dataDir);
  const kept = join(dataDir, journal.kept);
  try {
    // Nothing comes in before all is out: until then what lies here is of before.
    const isPartlyIn = readJournal(dataDir)?.phase !== 'out';
    if (isPartlyIn) {
      writeJournal(dataDir, { ...journal, phase: 'back' });
      for (const name of journal.names) {
        if (!existsSync(join(staged, name))) move(name, dataDir, staged);
      }
    }
    for (const name of MOVES) {
      if (existsSync(join(dataDir, name))) continue;
      if (move(name, kept, dataDir)) faultPoint('server.restore_back');
    }
    settle(dataDir, kept);
  } catch (error) {
    throw new StartupError(
      `A backup could not be put in place (${trouble}), and the data of before could not be put ` +
        `back (${wordsOf(error)}). It is in ${kept}: move what is there to ${dataDir}, delete ` +
        `${restorePlace(dataDir).folder}, then start again.`,
      { cause: error },
    );
  }
}

/** Whether there was something to move. */
function move(name: string, from: string, to: string): boolean {
  if (!existsSync(join(from, name))) return false;
  renameSync(join(from, name), join(to, name));
  return true;
}

/** Names are where they are said to be also through a power cut. */
function settle(...folders: readonly string[]): void {
  for (const folder of folders) syncFolder(folder);
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
