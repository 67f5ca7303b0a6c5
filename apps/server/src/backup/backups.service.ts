import type { BackupKind, BackupProgress, BackupState } from '@kenny/contract';
import { type Clock, DAY_MS, HOUR_MS, iso, MINUTE_MS } from '@kenny/kernel';
import {
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { AuditStore } from '../audit/index.js';
import { by, type Acting } from '../auth/index.js';
import {
  APP_CONFIG,
  dataFolderId,
  ServerIdentity,
  shownBucket,
  type AppConfig,
} from '../config/index.js';
import { Snapshots } from '../database/index.js';
import { CLOCK, KennyError, SYSTEM } from '../kernel/index.js';
import { Scheduler } from '../scheduling/index.js';
import { BackupPlans, DownloadedCopy, isBackupDue } from '../settings/index.js';
import { BackupFolder } from './backup-folder.js';
import { Copies } from './copies.js';
import { createBackup, type MadeBackup } from './create-backup.js';
import { S3Bucket } from './s3/s3-bucket.js';

/** How often it looks whether a daily one is due: short, for servers that do not run all day. */
const LOOK_MS = 10 * 60_000;
/** A daily backup that is older than this, in the folder or since the start, is late. */
const LATE_MS = 2 * DAY_MS;
/** What could not be sent is tried again after this. */
const SEND_AGAIN_MS = HOUR_MS;
const SHOWN = 200;

const BY_ITSELF: Acting = { principal: SYSTEM, door: 'system', request_id: 'daily' };

/** Makes backups: one at a time, each day by itself and when somebody asks. */
@Injectable()
export class BackupsService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Backups');
  private readonly folder: BackupFolder;
  private readonly stop = new AbortController();
  private readonly startedAt: number;
  private progress: BackupProgress | null = null;
  private running: Promise<MadeBackup> | undefined;
  private trouble: string | null = null;
  /** Null: backups stay in the folder. */
  private readonly copies: Copies | null;
  private sender: Acting = BY_ITSELF;
  private lastSend = Promise.resolve();
  private queued = 0;

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'dataDir' | 'database' | 'backup' | 'runsAs' | 'demo'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
    private readonly identity: ServerIdentity,
    private readonly audit: AuditStore,
    private readonly scheduler: Scheduler,
    private readonly plans: BackupPlans,
    private readonly downloaded: DownloadedCopy,
  ) {
    this.folder = new BackupFolder(config.backup.dir);
    this.startedAt = clock.now();
    const { bucket } = config.backup;
    this.copies = bucket && this.copiesIn(bucket);
  }

  onModuleInit(): void {
    this.sweep();
    this.sendByItself();
    this.scheduler.register({
      id: 'backup',
      everyMs: LOOK_MS,
      run: (now) => {
        if (!this.running && this.plans.current.automatic && this.isDue(now)) this.makeByItself();
        return Promise.resolve();
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await this.running?.catch(() => undefined);
    await this.lastSend;
  }

  state(): BackupState {
    const { backup, dataDir, database, runsAs, demo } = this.config;
    const { dir, recipients } = backup;
    return {
      folder: dir,
      server: {
        ...{ runs_as: runsAs, data_folder: dataDir },
        ...{ postgres: database.type === 'postgres', demo },
      },
      plan: this.plans.current,
      fixed: this.plans.fixed,
      encrypts: recipients.length > 0,
      running: this.progress,
      trouble: this.trouble,
      copies: this.copies && { ...this.copies.state(), busy: this.queued > 0 },
      downloaded: this.downloaded.current,
      items: this.stored()
        .slice(0, SHOWN)
        .map((one) => ({
          ...one,
          ...{ made_at: iso(one.made_at), sent: this.copies?.has(one) ?? null },
        })),
    };
  }

  /** Whether kenny makes them by itself: false is a thing to look at, if no failure. */
  get automatic(): boolean {
    return this.plans.current.automatic;
  }

  /** Begins one; `state` tells how it goes on. @throws KennyError `conflict` while one is made */
  start(acting: Acting): BackupState {
    if (this.running) throw isBusy();
    this.begin('manual', acting).catch(() => undefined);
    return this.state();
  }

  /** @throws KennyError `conflict` without a bucket, or while something is sent */
  startSending(acting: Acting): BackupState {
    if (!this.copies) {
      throw new KennyError('conflict', 'There is no bucket to send to: set KENNY_BACKUP_S3.');
    }
    if (this.queued > 0) {
      throw new KennyError('conflict', 'Backups are being sent already; wait for it.');
    }
    void this.send(acting);
    return this.state();
  }

  /** For who waits until all is sent, or is not. */
  async sent(): Promise<BackupState> {
    await this.lastSend;
    return this.state();
  }

  /** Age of the newest whole one in ms; null when there is none. */
  age(): number | null {
    const [newest] = this.stored();
    return newest ? Math.max(0, this.clock.now() - newest.made_at) : null;
  }

  /** The same of those in the bucket; null as well when nobody has looked. */
  sentAge(): number | null {
    const newest = this.copies?.newest() ?? null;
    return newest === null ? null : Math.max(0, this.clock.now() - newest);
  }

  /** What a person has to look at, for everybody's eyes: no path in it. Null when all is well. */
  problem(): string | null {
    const { automatic } = this.plans.current;
    if (automatic && this.trouble !== null) {
      return 'The last backup was not made. Settings, Backups says why, and "kenny backup list".';
    }
    if (this.copies?.failed) {
      return 'Backups could not be sent elsewhere. Settings, Backups says why, and "kenny backup list".';
    }
    const now = this.clock.now();
    const since = Math.max(this.startedAt, this.plans.changedAt);
    if (!automatic || now - since <= DAY_MS) return null;
    if ((this.age() ?? Infinity) > LATE_MS) {
      return 'There has been no backup for two days. Make one in Settings, Backups, or by "kenny backup create".';
    }
    return null;
  }

  /** For who waits for its end. @throws KennyError, `conflict` while another is made */
  make(acting: Acting): Promise<MadeBackup> {
    return this.begin('manual', acting);
  }

  private begin(kind: BackupKind, acting: Acting): Promise<MadeBackup> {
    if (this.running) return Promise.reject(isBusy());
    this.running = this.run(kind, acting).finally(() => {
      this.running = undefined;
      this.progress = null;
    });
    return this.running;
  }

  private async run(kind: BackupKind, acting: Acting): Promise<MadeBackup> {
    const { clock, config, folder, snapshots, identity, audit } = this;
    const started_at = iso(clock.now());
    this.progress = { kind, phase: 'database', percent: 0, started_at };
    try {
      const made = await createBackup({
        ...{ kind, config, folder, snapshots, identity, clock },
        settle: () => audit.settle(),
        onProgress: (phase, share) => {
          const percent = Math.min(100, Math.floor(share * 100));
          this.progress = { kind, phase, percent, started_at };
        },
        signal: this.stop.signal,
      });
      this.trouble = null;
      folder.rotate(this.plans.current);
      this.record(acting, { file: made.name }, null);
      void this.send(acting);
      return made;
    } catch (error) {
      if (this.stop.signal.aborted) throw error;
      this.trouble = error instanceof Error ? error.message : String(error);
      this.logger.error(`A backup could not be made: ${this.trouble}`);
      this.record(acting, null, codeOf(error));
      throw error;
    }
  }

  private copiesIn(bucket: NonNullable<AppConfig['backup']['bucket']>): Copies {
    const to = shownBucket(bucket);
    return new Copies({
      ...{ config: bucket, folder: this.folder, clock: this.clock, signal: this.stop.signal },
      keep: () => this.plans.current,
      owner: dataFolderId(this.config.dataDir),
      bucket: new S3Bucket(bucket, this.clock, this.stop.signal),
      onSent: (file, error) => {
        if (this.stop.signal.aborted) return;
        this.record(this.sender, { file, to }, error === null ? null : codeOf(error));
      },
    });
  }

  /** One after the other: what is made while another one is sent is not in its list. */
  private send(acting: Acting): Promise<void> {
    const { copies } = this;
    if (!copies) return this.lastSend;
    this.queued += 1;
    this.lastSend = this.lastSend.then(async () => {
      this.sender = acting;
      if (!this.stop.signal.aborted) await copies.send();
      this.queued -= 1;
    });
    return this.lastSend;
  }

  /** What was made before the start, or could not be sent; and a look at the bucket each day. */
  private sendByItself(): void {
    const { copies } = this;
    if (!copies) return;
    this.scheduler.register({
      id: 'backup.send',
      // Soon after a start: until then nobody knows, and an alert would seem to be over.
      everyMs: MINUTE_MS,
      run: async (now) => {
        const since = Math.abs(now - (copies.lastTry ?? -Infinity));
        if (this.queued > 0 || since < (copies.failed ? SEND_AGAIN_MS : DAY_MS)) return;
        await this.send(BY_ITSELF);
      },
    });
  }

  private makeByItself(): void {
    // It is logged, recorded and shown already.
    this.begin('daily', BY_ITSELF).catch(() => undefined);
  }

  private isDue(now: number): boolean {
    const last = this.stored().find(({ kind }) => kind === 'daily');
    return !last || isBackupDue(this.plans.current, last.made_at, now);
  }

  private record(acting: Acting, args: Record<string, string> | null, code: string | null): void {
    this.audit.log.record({
      ...by(acting),
      kind: 'export',
      target: 'backup',
      args,
      ok: code === null,
      code,
    });
  }

  private stored() {
    try {
      return this.folder.list();
    } catch (error) {
      this.logger.warn(`The folder of backups cannot be read: ${String(error)}`);
      return [];
    }
  }

  private sweep(): void {
    try {
      const left = this.folder.sweep();
      if (left > 0) this.logger.warn('A backup that was interrupted has been removed.');
    } catch (error) {
      this.logger.warn(`The folder of backups cannot be read: ${String(error)}`);
    }
  }
}

const codeOf = (error: unknown): string => (error instanceof KennyError ? error.code : 'internal');

function isBusy(): KennyError {
  return new KennyError('conflict', 'A backup is being made already; wait for it.');
}
