import type { BackupCopies } from '@kenny/contract';
import { isObject, iso, type Clock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import { shownBucket, type BackupBucket } from '../config/index.js';
import { KennyError } from '../kernel/index.js';
import {
  backupsAmong,
  outdatedOf,
  parseName,
  type BackupFolder,
  type Keep,
  type StoredBackup,
} from './backup-folder.js';
import type { StoredObject } from './s3/s3-answers.js';
import type { S3Bucket } from './s3/s3-bucket.js';
import { S3Fault } from './s3/s3-fault.js';
import { PART_BYTES, sendFile } from './s3/send-file.js';

interface CopiesOptions {
  readonly config: BackupBucket;
  readonly folder: BackupFolder;
  readonly keep: () => Keep;
  readonly bucket: S3Bucket;
  readonly clock: Clock;
  /** The id of this server: notes which objects are its own. */
  readonly owner: string;
  /** Told of each that was sent or could not be. */
  readonly onSent: (name: string, error: unknown) => void;
  readonly partBytes?: number;
  readonly signal: AbortSignal;
}

/** The backups in a bucket: those of the folder, by the same rule, sent and deleted by kenny. */
export class Copies {
  private readonly logger = new Logger('Backups');
  private there: ReadonlyMap<string, number> | undefined;
  private lookedAt: number | null = null;
  private triedAt: number | null = null;
  private sending: BackupCopies['sending'] = null;
  private trouble: string | null = null;

  constructor(private readonly options: CopiesOptions) {}

  state(): Omit<BackupCopies, 'busy'> {
    const { lookedAt, sending, trouble } = this;
    return {
      place: shownBucket(this.options.config),
      ...{ sending, trouble },
      looked_at: lookedAt === null ? null : iso(lookedAt),
    };
  }

  /** Null: nobody has looked yet. */
  has({ name, bytes }: StoredBackup): boolean | null {
    return this.there ? this.there.get(name) === bytes : null;
  }

  get failed(): boolean {
    return this.trouble !== null;
  }

  /** When it was tried last, by the wall clock; null: not since the start. */
  get lastTry(): number | null {
    return this.triedAt;
  }

  /** When the newest was made that is in the bucket; null: none is, undefined: nobody has looked. */
  newest(): number | null | undefined {
    if (!this.there) return undefined;
    return this.stored()[0]?.made_at ?? null;
  }

  /**
   * Sends what the bucket lacks, newest first, then deletes what is outdated there. Never throws, and
   * is not called again before it has ended.
   */
  async send(): Promise<void> {
    this.triedAt = this.options.clock.now();
    let plain = 0;
    try {
      await this.look();
      await this.endLeftovers();
      for (const backup of this.missing()) {
        if (backup.encrypted || this.options.config.plain) await this.sendOne(backup);
        else plain += 1;
      }
      this.trouble =
        plain === 0
          ? null
          : `Backups of this folder that are not encrypted stay here (${plain}): delete them, or set ` +
            'KENNY_BACKUP_S3_PLAIN=1.';
      await this.rotate();
    } catch (error) {
      if (this.options.signal.aborted) return;
      this.trouble = wordsOf(error);
      this.logger.error(`Backups could not be sent: ${this.trouble}`);
    }
  }

  private async look(): Promise<void> {
    const found = storedIn(await this.options.bucket.list());
    this.there = new Map(found.map(({ name, bytes }) => [name, bytes]));
    this.lookedAt = this.options.clock.now();
  }

  private stored(): StoredBackup[] {
    return storedIn([...(this.there ?? [])].map(([key, bytes]) => ({ key, bytes })));
  }

  /** What would be deleted at once is not sent. */
  private missing(): StoredBackup[] {
    const here = this.options.folder.list();
    const all = new Map([...this.stored(), ...here].map((one) => [one.name, one]));
    const newestFirst = [...all.values()].sort((a, b) => b.made_at - a.made_at);
    const outdated = new Set(outdatedOf(newestFirst, this.options.keep()));
    return here.filter((one) => !outdated.has(one.name) && this.has(one) !== true);
  }

  private async sendOne(backup: StoredBackup): Promise<void> {
    const { bucket, folder, owner, partBytes = PART_BYTES, onSent } = this.options;
    const { name, bytes } = backup;
    this.sending = { name, percent: 0 };
    const onProgress = (share: number): void => {
      this.sending = { name, percent: Math.min(100, Math.floor(share * 100)) };
    };
    try {
      await sendFile({
        ...{ bucket, name, owner, partBytes, onProgress },
        file: join(folder.path, name),
      });
    } catch (error) {
      // Somebody has deleted it meanwhile.
      if (isObject(error) && error['code'] === 'ENOENT') return;
      onSent(name, error);
      throw error;
    } finally {
      this.sending = null;
    }
    this.there = new Map([...(this.there ?? []), [name, bytes]]);
    onSent(name, null);
  }

  /** Parts that a killed server has sent cost money and are no backup. */
  private async endLeftovers(): Promise<void> {
    const { bucket } = this.options;
    await this.unlessRefused('unfinished uploads cannot be ended', async () => {
      for (const { key, id } of await bucket.uploads()) {
        if (parseName(key)) await bucket.abandon(key, id);
      }
    });
  }

  private async rotate(): Promise<void> {
    const outdated = outdatedOf(this.stored(), this.options.keep());
    await this.unlessRefused('old backups cannot be deleted there', async () => {
      if (outdated.length === 0 || (await this.isShared())) return;
      for (const name of outdated) {
        await this.options.bucket.remove(name);
        this.there = new Map([...(this.there ?? [])].filter(([one]) => one !== name));
      }
    });
  }

  /** Two servers would each count the backups of the other as newer than their own. */
  private async isShared(): Promise<boolean> {
    const { bucket, owner } = this.options;
    for (const { name, kind } of this.stored()) {
      const facts = kind === 'manual' ? undefined : await bucket.facts(name);
      if (facts?.owner === undefined || facts.owner === owner) continue;
      this.trouble =
        `${name} in the bucket is of another server, so nothing is deleted there. Give each server ` +
        'a prefix of its own.';
      return true;
    }
    return false;
  }

  /** A key that may do no more than add is a good one: nobody can delete backups with it. */
  private async unlessRefused(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof S3Fault)) throw error;
      this.logger.warn(`${shownBucket(this.options.config)}: ${what}: ${error.message}`);
    }
  }
}

/** Backups among the objects of a bucket, newest first. */
export function storedIn(objects: readonly StoredObject[]): StoredBackup[] {
  const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]));
  return backupsAmong([...sizes.keys()], (name) => sizes.get(name));
}

function wordsOf(error: unknown): string {
  if (error instanceof KennyError) return error.message;
  return `It could not be read: ${error instanceof Error ? error.message : String(error)}.`;
}
