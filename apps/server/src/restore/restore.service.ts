import {
  LITTLE_ROOM_BYTES,
  SERVER_FILES,
  UPLOADED_BACKUP,
  type BackupRestored,
  type RestoreBackupBody,
} from '@kenny/contract';
import { compactIso, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AuditStore } from '../audit/index.js';
import { by, type Acting } from '../auth/index.js';
import {
  ArchiveFault,
  extractBackup,
  isEncrypted,
  parseName,
  type BackupManifest,
} from '../backup/index.js';
import {
  APP_CONFIG,
  dataFolderId,
  restorePlace,
  type AppConfig,
  type RestorePlace,
} from '../config/index.js';
import { CLOCK, KennyError, StartupError } from '../kernel/index.js';
import { KennyLogger } from '../logging/index.js';
import { RestoredService } from '../policy/index.js';
import { mustBePossible, mustHoldEveryRight } from './must-be-possible.js';
import { openDataFolder } from './open-data-folder.js';
import { Restart } from './restart.js';
import { armRestore } from './swap.js';

/**
 * Restores a backup over the data of this server. All that can fail is done beside it while the
 * server works; the next start only renames (ADR 0106).
 */
@Injectable()
export class RestoreService {
  private readonly place: RestorePlace;
  private busy = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly audit: AuditStore,
    private readonly logger: KennyLogger,
    private readonly restart: Restart,
  ) {
    this.place = restorePlace(config.dataDir);
  }

  /** @throws KennyError `not_found`, `validation` for what does not open it, `conflict` */
  async restore(acting: Acting, name: string, keys: RestoreBackupBody): Promise<BackupRestored> {
    mustHoldEveryRight(acting);
    mustBePossible(this.config);
    const file = this.pathOf(name);
    await mustOpen(file, keys);
    if (this.busy) {
      throw new KennyError('conflict', 'A backup is being restored already; wait for it.');
    }
    this.busy = true;
    try {
      const { made_at } = await this.stage(acting, name, file, keys);
      const kept = `before-restore-${compactIso(this.clock.now())}`;
      armRestore(this.config.dataDir, kept);
      this.audit.log.record({
        ...by(acting),
        ...{ kind: 'restore', target: 'backup', args: { file: name, made_at }, ok: true },
      });
      this.restart.ask();
      return { made_at, kept_in: join(this.config.dataDir, kept) };
    } catch (error) {
      this.busy = false;
      rmSync(this.place.staged, { recursive: true, force: true });
      throw inWords(error);
    }
  }

  private async stage(
    acting: Acting,
    name: string,
    file: string,
    { passphrase, key }: RestoreBackupBody,
  ): Promise<BackupManifest> {
    const { config, place, clock, logger } = this;
    // What an earlier try may have left.
    rmSync(place.staged, { recursive: true, force: true });
    const manifest = await extractBackup({
      ...{ file, to: place.staged, serverSeed: config.serverSeed },
      identities: key === undefined ? [] : [key],
      ...(passphrase === undefined ? {} : { passphrase }),
      leave: LITTLE_ROOM_BYTES,
      // The log of the restored data then says which of its rows are lost.
      live: {
        chain: dataFolderId(config.dataDir),
        checkpoints: join(config.dataDir, SERVER_FILES.auditCheckpoints),
      },
    });
    if (name === UPLOADED_BACKUP) this.keepPrograms();
    const tell = (words: string): void => logger.log(words, 'Restore');
    tell(`Restoring ${name} beside the data first: a loss that is logged now is of that copy.`);
    const folder = await openDataFolder(this.stagedConfig(), { clock, logger, tell });
    try {
      const from = {
        ...{ file: name, made_at: manifest.made_at, audit_head: manifest.audit_head.seq },
      };
      await folder.get(RestoredService).begin(acting, from);
    } finally {
      await folder.close();
    }
    return manifest;
  }

  /** The server's, but for its data and for what reaches beyond it. */
  private stagedConfig(): AppConfig {
    const { config, place } = this;
    return {
      ...config,
      dataDir: place.staged,
      database: { type: 'sqlite', file: join(place.staged, SERVER_FILES.database) },
      backup: {
        ...config.backup,
        ...{ dir: join(place.staged, SERVER_FILES.backups), daily: false },
        // What is restored is a backup already.
        ...{ beforeUpgrade: false, bucket: null },
      },
    };
  }

  /**
   * Which programs run here is for whoever has this computer to say: what is sent by HTTP must not.
   */
  private keepPrograms(): void {
    const { agentTypes } = SERVER_FILES;
    const own = join(this.config.dataDir, agentTypes);
    const staged = join(this.place.staged, agentTypes);
    rmSync(staged, { force: true });
    if (existsSync(own)) copyFileSync(own, staged);
  }

  private pathOf(name: string): string {
    if (name === UPLOADED_BACKUP && existsSync(this.place.uploaded)) return this.place.uploaded;
    const file = join(this.config.backup.dir, name);
    if (parseName(name) && existsSync(file)) return file;
    throw new KennyError(
      'not_found',
      `There is no backup ${name.slice(0, 64)} any more: it was deleted, or made room for newer ones.`,
    );
  }
}

async function mustOpen(file: string, { passphrase, key }: RestoreBackupBody): Promise<void> {
  if (passphrase !== undefined && key !== undefined) {
    throw new KennyError('validation', 'Give a key or a passphrase, not both.');
  }
  if (!(await isEncrypted(file))) return;
  if (passphrase === undefined && key === undefined) {
    throw new KennyError('validation', 'It is encrypted: give the key or the passphrase.');
  }
  if (key === undefined) return;
  const { identityToRecipient } = await import('age-encryption');
  await identityToRecipient(key).catch(() => {
    const words =
      'key: this is no whole key; copy the line AGE-SECRET-KEY-… from its beginning to its end';
    throw new KennyError('validation', words, { field: 'key' });
  });
}

function inWords(error: unknown): unknown {
  if (error instanceof ArchiveFault) {
    return new KennyError('conflict', `This backup cannot be restored: ${error.message}.`);
  }
  if (error instanceof StartupError) {
    return new KennyError('conflict', error.message);
  }
  return error;
}
