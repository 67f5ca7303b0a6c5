import {
  compareVersions,
  LITTLE_ROOM_BYTES,
  OLDEST_NODE,
  PRIVATE_MARKER,
  SERVER_FILES,
  unknownEnvNames,
} from '@kenny/contract/client';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileReason } from '../errors.js';
import { settingOf, type CliIo } from '../io.js';
import type { Finding } from './finding.js';

const MIB = 1024 * 1024;
const POSIX = process.platform !== 'win32';

export function nodeFinding(version = process.versions.node): Finding {
  const check = 'node';
  if ((compareVersions(version, OLDEST_NODE) ?? -1) >= 0) {
    return { check, state: 'ok', says: `version ${version}` };
  }
  return {
    ...{ check, state: 'fail', says: `version ${version} is too old` },
    next: `Install Node ${OLDEST_NODE} or later.`,
  };
}

export function namesFinding(env: CliIo['env']): Finding {
  const check = 'variables';
  const unknown = unknownEnvNames(env);
  if (unknown.length === 0) return { check, state: 'ok', says: 'every KENNY_* name is known' };
  return {
    ...{ check, state: 'fail', says: `not of kenny: ${unknown.join(', ')}` },
    next: 'Correct or remove them: a mistyped name silently means the default.',
  };
}

/** Lazy: loads TypeORM. */
export async function sqliteFinding(state: 'warn' | 'fail'): Promise<Finding> {
  const check = 'sqlite';
  try {
    const { sqliteVersion } = await import('../../database/index.js');
    return { check, state: 'ok', says: `loads, version ${await sqliteVersion()}` };
  } catch (error) {
    const says = `does not load: ${error instanceof Error ? error.message : String(error)}`;
    const next = 'Run "npm run build", which builds it; only the server needs it.';
    return { check, state, says: says.split('\n')[0] ?? says, next };
  }
}

export function dataFolderOf({ env, cwd }: Pick<CliIo, 'env' | 'cwd'>): string {
  return resolve(cwd, settingOf(env, 'KENNY_DATA_DIR'));
}

interface Trouble {
  readonly says: string;
  readonly next?: string;
}

/** Only checks: whoever can read the folder holds every key of the fleet. */
export function folderFindings(folder: string): Finding[] {
  const check = 'data folder';
  try {
    if (!existsSync(folder)) {
      return [{ check, state: 'skip', says: `${folder} is not there; the first start makes it` }];
    }
    const troubles = [...folderTroubles(folder), ...fileTroubles(folder)];
    const found: Finding =
      troubles.length === 0
        ? { check, state: 'ok', says: `${folder} is private` }
        : {
            ...{ check, state: 'fail' },
            says: `${folder}: ${troubles.map(({ says }) => says).join('; ')}`,
            next: troubles.flatMap(({ next }) => next ?? []).join('; '),
          };
    return [found, ...firstTokenFindings(folder), roomFinding(folder)];
  } catch (error) {
    const says = `${folder} cannot be looked at: ${fileReason(error)}`;
    return [{ check, state: 'fail', says, next: 'Run this as the user of the server.' }];
  }
}

function firstTokenFindings(folder: string): Finding[] {
  const file = join(folder, SERVER_FILES.firstToken);
  if (!existsSync(file)) return [];
  const says = `${file} still holds the first admin token`;
  const next = 'Keep it in your password manager, then delete the file.';
  return [{ check: 'first token', state: 'warn', says, next }];
}

function folderTroubles(folder: string): Trouble[] {
  const stat = statSync(folder);
  const troubles: Trouble[] = [];
  if (POSIX && stat.uid !== process.getuid?.()) {
    troubles.push({ says: 'it belongs to another user', next: 'Run this as that user.' });
  }
  if (POSIX && (stat.mode & 0o077) !== 0) {
    troubles.push({
      says: `others may enter (mode ${modeOf(stat)})`,
      next: `chmod 700 '${folder}'`,
    });
  }
  if (!existsSync(join(folder, PRIVATE_MARKER))) {
    troubles.push({
      says: `${PRIVATE_MARKER} is missing, so kenny's own read tools would look inside`,
      next: 'The next start of the server makes it.',
    });
  }
  return troubles;
}

function fileTroubles(folder: string): Trouble[] {
  if (!POSIX) return [];
  const { database, key, modelKey } = SERVER_FILES;
  const { auditSpool, oldAuditSpool, auditCheckpoints, firstToken } = SERVER_FILES;
  const spools = [auditSpool, oldAuditSpool];
  const others = [...spools, auditCheckpoints, firstToken];
  return [database, `${database}-wal`, key, modelKey, ...others].flatMap((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) return [];
    const stat = statSync(file);
    if ((stat.mode & 0o077) === 0) return [];
    return [
      { says: `others may read ${name} (mode ${modeOf(stat)})`, next: `chmod 600 '${file}'` },
    ];
  });
}

function modeOf({ mode }: { mode: number }): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

function roomFinding(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const says = `${Math.round(free / MIB).toLocaleString('en')} MiB free for the data folder`;
  if (free >= LITTLE_ROOM_BYTES) return { check: 'disk', state: 'ok', says };
  return { check: 'disk', state: 'warn', says, next: 'Make room: a full disk stops every write.' };
}
