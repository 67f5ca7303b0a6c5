import { LITTLE_ROOM_BYTES } from '@kenny/contract';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  ArchiveFault,
  parseName,
  S3Bucket,
  storedIn,
  type StoredBackup,
} from '../../backup/index.js';
import { loadConfig, markPrivate, type BackupBucket } from '../../config/index.js';
import { freeRoom } from '../../database/index.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import { startupTrouble } from './startup-errors.js';

/** Where a command finds a backup. */
export interface BackupPlace {
  /** `s3`: the name is one of the bucket, as one that begins with `s3:`. */
  readonly from?: string;
}

const IN_BUCKET = 's3:';

/** Those of the bucket, newest first; no server is asked. @throws CliError, S3Fault */
export async function listBucket(io: CliIo, from?: string): Promise<StoredBackup[]> {
  mustBeKnown(from);
  return storedIn(await bucketOf(io).list());
}

/**
 * Work with the file of a backup: where it lies, or brought from the bucket for this time only.
 * @param parent - where it is brought to; without it the system's folder for such files
 * @throws CliError, S3Fault, ArchiveFault when what came is not what was sent
 */
export async function withBackupFile<T>(
  io: CliIo,
  name: string,
  { from, parent = tmpdir() }: BackupPlace & { readonly parent?: string },
  work: (file: string) => Promise<T>,
): Promise<T> {
  mustBeKnown(from);
  if (from === undefined && !name.startsWith(IN_BUCKET)) return work(resolve(io.cwd, name));
  const own = name.startsWith(IN_BUCKET) ? name.slice(IN_BUCKET.length) : name;
  if (!parseName(own)) {
    throw new CliError(
      'bad_args',
      `${own} is no name of a backup; "kenny backup list --from s3" shows them.`,
    );
  }
  const bucket = bucketOf(io);
  const folder = mkdtempSync(join(existsSync(parent) ? parent : tmpdir(), '.kenny-backup-'));
  markPrivate(folder, 0o600);
  try {
    return await work(await download(bucket, own, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mustBeKnown(from: string | undefined): void {
  if (from === undefined || from === 's3') return;
  throw new CliError('bad_args', `--from can only be s3, not ${from}.`);
}

/** It has its name once it was compared with what its sender noted. */
async function download(bucket: S3Bucket, name: string, folder: string): Promise<string> {
  const object = await bucket.open(name);
  const { facts, content } = object;
  try {
    const free = await freeRoom(folder);
    if (free !== null && free < facts.bytes + LITTLE_ROOM_BYTES) {
      throw new CliError('unavailable', `There is no room for ${name} in ${folder}. Make room.`);
    }
    const file = join(folder, name);
    const part = `${file}.part`;
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(content, hashed, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    if (facts.sha256 !== undefined && facts.sha256 !== hash.digest('hex')) {
      throw new ArchiveFault('it is not what was sent to the bucket');
    }
    renameSync(part, file);
    return file;
  } finally {
    object.close();
  }
}

function bucketOf(io: CliIo): S3Bucket {
  const bucket = configuredBucket(io);
  if (bucket) return new S3Bucket(bucket, io.clock);
  throw new CliError(
    'bad_args',
    'There is no bucket to read: set KENNY_BACKUP_S3, KENNY_BACKUP_S3_KEY_ID and KENNY_BACKUP_S3_SECRET.',
  );
}

function configuredBucket({ env, cwd }: CliIo): BackupBucket | null {
  try {
    // Whoever only reads sends nothing in plain text.
    return loadConfig({ ...env, KENNY_BACKUP_S3_PLAIN: '1' }, cwd).backup.bucket;
  } catch (error) {
    throw startupTrouble(error);
  }
}
