import { SERVER_FILES } from '@kenny/contract';
import { SPOOL_NAMES } from '../audit/index.js';
import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join, posix } from 'node:path';

/** Single files and whole folders that a server cannot be made anew without. */
const FILES = [
  ...[SERVER_FILES.id, SERVER_FILES.key, SERVER_FILES.modelKey, SERVER_FILES.network],
  ...[SERVER_FILES.agentTypes, SERVER_FILES.agentsFile],
  ...[SERVER_FILES.alertsKey, SERVER_FILES.pushKey],
];
const FOLDERS = [SERVER_FILES.prompts, SERVER_FILES.skills, SERVER_FILES.releases];

export interface FoundPart {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Those that are there, but for the database and the checkpoints, which change meanwhile. */
export function partsIn(dataDir: string): FoundPart[] {
  const files = FILES.flatMap((name) => found(dataDir, name));
  return [...files, ...FOLDERS.flatMap((name) => below(dataDir, name))];
}

function below(dataDir: string, folder: string): FoundPart[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(dataDir, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const name = posix.join(folder, entry.name);
    // What is only half there begins with a dot; a link may lead anywhere.
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return below(dataDir, name);
    return entry.isFile() ? found(dataDir, name) : [];
  });
}

function found(dataDir: string, name: string): FoundPart[] {
  const path = join(dataDir, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ name, path, size: stats.size }] : [];
}

const CHANGING = [SERVER_FILES.database, SERVER_FILES.auditCheckpoints, ...SPOOL_NAMES];

/** Only such names are put into a data folder. */
export function isPartName(name: string): boolean {
  const known: readonly string[] = [...FILES, ...CHANGING];
  return known.includes(name) || FOLDERS.some((folder) => name.startsWith(`${folder}/`));
}
