import {
  KENNY_VERSION,
  LITTLE_ROOM_BYTES,
  SERVER_FILES,
  type BackupKind,
  type BackupPhase,
} from '@kenny/contract';
import { keyFingerprint } from '@kenny/handshake';
import { type Clock, iso } from '@kenny/kernel';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderId, syncFolder, type AppConfig, type ServerIdentity } from '../config/index.js';
import { freeRoom, inspectSnapshot, type Snapshots } from '../database/index.js';
import { KennyError } from '../kernel/index.js';
import { ArchiveFault } from './archive/archive-fault.js';
import { readArchive } from './archive/read-archive.js';
import { writeArchive, type PartSource } from './archive/write-archive.js';
import type { BackupFolder } from './backup-folder.js';
import { partsIn } from './data-folder-parts.js';
import { FORMAT } from './manifest.js';

export interface BackupWork {
  readonly kind: BackupKind;
  readonly config: Pick<AppConfig, 'dataDir' | 'database' | 'backup'>;
  readonly folder: BackupFolder;
  readonly snapshots: Snapshots;
  readonly identity: ServerIdentity;
  readonly clock: Clock;
  /**
   * Stores what waits and signs a checkpoint, so that the newest rows are in and vouched for; names
   * the files that hold what the database did not take.
   */
  readonly settle: () => Promise<readonly string[]>;
  /** @param share - of this phase, from 0 to 1 */
  readonly onProgress: (phase: BackupPhase, share: number) => void;
  readonly signal: AbortSignal;
}

export interface MadeBackup {
  readonly name: string;
  readonly bytes: number;
  readonly audit_head: number;
}

/** For everybody else, after each MiB or so. */
const PAUSE_MS = 5;
const PAUSE_BYTES = 1024 * 1024;

/**
 * Makes one backup while the server works. It has its name only once it was read back and found
 * whole; until then it is a `.part`.
 * @throws KennyError `unavailable` without room, or when what was made is not whole
 */
export async function createBackup(work: BackupWork): Promise<MadeBackup> {
  const { config, folder, clock, kind } = work;
  const { recipients } = config.backup;
  const now = clock.now();
  folder.prepare();
  folder.sweep();
  const files = partsIn(config.dataDir);
  await mustHaveRoom(folder.path, await work.snapshots.bytes(), sizeOf(files));
  const name = folder.nameOf(kind, now, recipients.length > 0);
  const target = join(folder.path, name);
  if (existsSync(target))
    throw new KennyError('conflict', 'There is a backup of this very second.');
  const { archive, database } = folder.partsOf(name);
  try {
    const waiting = await work.settle();
    // Before the database: a row that is stored in between is then in both, and is known by its id.
    const spools = waiting.flatMap((file) => inMemory(file, bytesOf(join(config.dataDir, file))));
    // As well: a checkpoint must not vouch for a row that the copy lacks.
    const checkpoints = wholeLines(join(config.dataDir, SERVER_FILES.auditCheckpoints));
    const head = await copyDatabase(work, database);
    const parts: PartSource[] = [
      { name: SERVER_FILES.database, size: statSync(database).size, from: database },
      ...inMemory(SERVER_FILES.auditCheckpoints, checkpoints),
      ...spools,
      ...files.map((part) => ({ name: part.name, size: part.size, from: part.path })),
    ];
    const sha256 = await writeArchive({
      file: archive,
      parts,
      recipients,
      manifest: {
        format: FORMAT,
        made_at: iso(now),
        kenny: KENNY_VERSION,
        node: process.versions.node,
        database: config.database.type,
        chain: dataFolderId(config.dataDir),
        audit_head: head,
        server_key: {
          fingerprint: keyFingerprint(Buffer.from(work.identity.publicKey, 'base64')),
          inside: files.some((part) => part.name === SERVER_FILES.key),
        },
      },
      onBytes: gently(work, sizeOf(parts)),
      signal: work.signal,
    });
    work.onProgress('verifying', 0);
    await mustBeWhole(archive, sha256, recipients.length > 0);
    await rename(archive, target);
    syncFolder(folder.path);
    return { name, bytes: statSync(target).size, audit_head: head.seq };
  } catch (error) {
    rmSync(archive, { force: true });
    throw inWords(error);
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm'])
      rmSync(`${database}${end}`, { force: true });
  }
}

async function copyDatabase(work: BackupWork, file: string) {
  const { snapshots, clock, signal, onProgress } = work;
  await snapshots.take(file, {
    signal,
    onProgress: async (share) => {
      onProgress('database', share);
      await pause(clock, signal);
    },
  });
  onProgress('checking', 0);
  const { damage, head } = await inspectSnapshot(file, signal);
  if (damage === null) return head;
  throw new KennyError(
    'unavailable',
    `The database is damaged (${damage}), so there is no backup of it. "kenny doctor" says what to do.`,
  );
}

function gently({ clock, signal, onProgress }: BackupWork, total: number) {
  let done = 0;
  let unpaused = 0;
  return async (bytes: number): Promise<void> => {
    done += bytes;
    unpaused += bytes;
    onProgress('writing', total === 0 ? 1 : done / total);
    if (unpaused < PAUSE_BYTES) return;
    unpaused = 0;
    await pause(clock, signal);
  };
}

async function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = clock.setTimer(over, PAUSE_MS);
    function over() {
      timer.cancel();
      signal.removeEventListener('abort', over);
      resolve();
    }
    signal.addEventListener('abort', over, { once: true });
  });
  signal.throwIfAborted();
}

/** What was written is read back: a plain one part by part, an encrypted one as it was sealed. */
async function mustBeWhole(file: string, sha256: string, encrypted: boolean): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw new ArchiveFault('it is not what was written');
  if (!encrypted) await readArchive({ file, identities: [] });
}

/** Twice the database: its copy, and the archive if nothing in it shrinks. */
async function mustHaveRoom(folder: string, database: number, files: number): Promise<void> {
  const [free, needed] = [await freeRoom(folder), 2 * database + files + LITTLE_ROOM_BYTES];
  if (free === null || free >= needed) return;
  throw new KennyError(
    'unavailable',
    `A backup needs ${mebibytes(needed)} of room and there are ${mebibytes(free)}: make room, or set ` +
      'KENNY_BACKUP_DIR to a folder on another disk.',
  );
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

const sizeOf = (parts: readonly { readonly size: number }[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

const bytesOf = (file: string): Buffer => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0));

/** Those that change meanwhile; an empty one is none. */
const inMemory = (name: string, bytes: Buffer): PartSource[] =>
  bytes.length === 0 ? [] : [{ name, size: bytes.length, from: bytes }];

/** A line may be on its way to the disk just now. */
function wholeLines(file: string): Buffer {
  const bytes = bytesOf(file);
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
}

function inWords(error: unknown): unknown {
  if (error instanceof ArchiveFault) {
    return new KennyError(
      'unavailable',
      `The backup is not whole and was removed: ${error.message}.`,
    );
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') {
    return new KennyError(
      'unavailable',
      'The disk became full while the backup was made. Make room.',
    );
  }
  return error;
}
