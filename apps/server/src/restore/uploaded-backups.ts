import { LITTLE_ROOM_BYTES, type UploadedBackup } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Acting } from '../auth/index.js';
import { ArchiveFault, isEncrypted, readArchive } from '../backup/index.js';
import { APP_CONFIG, restorePlace, type AppConfig, type RestorePlace } from '../config/index.js';
import { freeRoom } from '../database/index.js';
import { KennyError } from '../kernel/index.js';
import { mustBePossible, mustHoldEveryRight } from './must-be-possible.js';

/** Where the disk does not say how much room it has. */
const MOST_BYTES = 64 * 1024 ** 3;

/** A backup from elsewhere, sent to be restored: one at a time, until the next start. */
@Injectable()
export class UploadedBackups {
  private readonly place: RestorePlace;
  private busy = false;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {
    this.place = restorePlace(config.dataDir);
  }

  /** How large one may be. @throws KennyError `conflict`, `forbidden` */
  async most(acting: Acting): Promise<number> {
    mustHoldEveryRight(acting);
    mustBePossible(this.config);
    if (this.busy) throw new KennyError('conflict', 'A backup is being sent already; wait for it.');
    const free = await freeRoom(this.config.dataDir);
    return free === null ? MOST_BYTES : Math.max(0, free - LITTLE_ROOM_BYTES);
  }

  /** In place of an earlier one. @throws KennyError `too_large`, `validation` for what is no backup */
  async take(file: AsyncIterable<Buffer>, most: number): Promise<UploadedBackup> {
    if (this.busy) throw new KennyError('conflict', 'A backup is being sent already; wait for it.');
    this.busy = true;
    const part = `${this.place.uploaded}.part`;
    try {
      mkdirSync(this.place.folder, { recursive: true, mode: 0o700 });
      let bytes = 0;
      const counted = async function* () {
        for await (const chunk of file) {
          bytes += chunk.length;
          if (bytes > most) throw new KennyError('too_large', 'There is no room for it here.');
          yield chunk;
        }
      };
      await pipeline(Readable.from(counted()), createWriteStream(part, { mode: 0o600 }));
      const judged = await judge(part);
      renameSync(part, this.place.uploaded);
      return { bytes, ...judged };
    } finally {
      this.busy = false;
      rmSync(part, { force: true });
    }
  }
}

async function judge(file: string): Promise<Pick<UploadedBackup, 'encrypted' | 'made_at'>> {
  try {
    if (await isEncrypted(file)) return { encrypted: true, made_at: null };
    const { made_at } = await readArchive({ file, identities: [] });
    return { encrypted: false, made_at };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    throw new KennyError('validation', `This file is no whole backup of kenny: ${error.message}.`);
  }
}
