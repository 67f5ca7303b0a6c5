import { SERVER_FILES } from '@kenny/contract';
import { keyFingerprint } from '@kenny/handshake';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lastCheckpoint } from '../audit/index.js';
import { FileServerIdentity, prepareDataFolder, type AppConfig } from '../config/index.js';
import { freeRoom } from '../database/index.js';
import { StartupError } from '../kernel/index.js';
import { ArchiveFault } from './archive/archive-fault.js';
import { readArchive } from './archive/read-archive.js';
import { isPartName } from './data-folder-parts.js';
import type { BackupManifest } from './manifest.js';

/** So often it looks how much room is left. */
const LOOK_EACH_BYTES = 16 * 1024 * 1024;

export interface Extraction {
  readonly file: string;
  readonly identities: readonly string[];
  /** Of a copy that was encrypted with one when it was downloaded. */
  readonly passphrase?: string;
  /** Must not be there, or be empty. */
  readonly to: string;
  /** The newer checkpoint file of the server that is lost; it knows which rows are missing. */
  readonly checkpoints?: string;
  /** The server that it takes the place of; its checkpoints count if the backup is of its own. */
  readonly live?: { readonly chain: string; readonly checkpoints: string };
  /** Bytes of room that must be left meanwhile: a server works on the same disk. */
  readonly leave?: number;
  /** From KENNY_SERVER_PRIVATE_KEY, where the key is kept outside of the data folder. */
  readonly serverSeed: AppConfig['serverSeed'];
}

/**
 * Puts a backup into an empty data folder: all of it, or nothing.
 * @throws StartupError, ArchiveFault
 */
export async function extractBackup(extraction: Extraction): Promise<BackupManifest> {
  const { file, identities, passphrase, to } = extraction;
  const wasThere = existsSync(to);
  if (wasThere && readdirSync(to).length > 0) {
    throw new StartupError(
      `${to} is not empty, and a backup replaces nothing. Name an empty folder; move the old one away.`,
    );
  }
  try {
    prepareDataFolder(to);
    const take = async (name: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
      if (!isPartName(name)) throw new ArchiveFault(`${name} is no part of a data folder`);
      const path = join(to, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(Readable.from(withRoom(bytes, to, extraction.leave)), target);
    };
    const manifest = await readArchive({
      ...{ file, identities, take },
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    await mustFit(extraction, manifest);
    return manifest;
  } catch (error) {
    if (wasThere) for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
    else rmSync(to, { recursive: true, force: true });
    throw error;
  }
}

/** @throws ArchiveFault before what is written takes the room that must be left */
async function* withRoom(bytes: AsyncIterable<Buffer>, folder: string, leave?: number) {
  let unseen = 0;
  for await (const chunk of bytes) {
    unseen += chunk.length;
    if (leave !== undefined && unseen > LOOK_EACH_BYTES) {
      unseen = 0;
      const free = await freeRoom(folder);
      if (free !== null && free < leave) throw new ArchiveFault('there is no room for it here');
    }
    yield chunk;
  }
}

/** The key is the one of the backup, and no checkpoint shows a newer one. */
async function mustFit(
  { to, serverSeed, checkpoints, live }: Extraction,
  { server_key, chain }: BackupManifest,
): Promise<void> {
  if (!serverSeed && !server_key.inside) {
    throw new StartupError(
      'The key of this server is not in the backup, because it came from KENNY_SERVER_PRIVATE_KEY. ' +
        'Set it as before, then restore again.',
    );
  }
  const identity = new FileServerIdentity({ serverSeed, dataDir: to });
  const fingerprint = keyFingerprint(Buffer.from(identity.publicKey, 'base64'));
  if (fingerprint !== server_key.fingerprint) {
    throw new StartupError(
      `The key of this server has the fingerprint ${fingerprint}, the one of the backup has ` +
        `${server_key.fingerprint}. Agents trust that one: set KENNY_SERVER_PRIVATE_KEY to it, or ` +
        'leave it out if the key is in the backup.',
    );
  }
  const own = join(to, SERVER_FILES.auditCheckpoints);
  let stored = await lastRowIn(own, identity);
  if (live?.chain === chain && existsSync(live.checkpoints)) {
    const lived = await lastRowIn(live.checkpoints, identity);
    // A server that was restored before may be older than this backup of it.
    if (lived > stored) {
      copyFileSync(live.checkpoints, own);
      stored = lived;
    }
  }
  if (checkpoints === undefined) return;
  if (!existsSync(checkpoints)) throw new StartupError(`There is no file ${checkpoints}.`);
  const given = await lastRowIn(checkpoints, identity);
  if (given < stored) {
    throw new StartupError(
      `${checkpoints} ends at row ${given}, the backup at ${stored}: it is older, or of another ` +
        'server. Restore without it.',
    );
  }
  copyFileSync(checkpoints, own);
}

/** The last row that these checkpoints vouch for. @throws StartupError when a newer key has signed them */
async function lastRowIn(file: string, identity: FileServerIdentity): Promise<number> {
  const { outdated, seq } = await lastCheckpoint(file, identity);
  if (!outdated) return seq;
  throw new StartupError(
    `The last checkpoints of ${file} bear the signature of another key: the key in this backup is ` +
      'older. Take a newer backup; agents would not trust this server.',
  );
}
