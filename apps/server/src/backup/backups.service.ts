import type { BackupKind, BackupProgress, BackupState } from '@kenny/contract';
import { type Clock, DAY_MS, iso } from '@kenny/kernel';
import {
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { AuditStore } from '../audit/index.js';
import { by, type Acting } from '../auth/index.js';
import { APP_CONFIG, ServerIdentity, type AppConfig } from '../config/index.js';
import { Snapshots } from '../database/index.js';
import { CLOCK, KennyError, SYSTEM } from '../kernel/index.js';
import { Scheduler } from '../scheduling/index.js';
import { BackupFolder } from './backup-folder.js';
import { createBackup, type MadeBackup } from './create-backup.js';

/** How often it looks whether a daily one is due: short, for servers that do not run all day. */
const LOOK_MS = 10 * 60_000;
/** A daily backup that is older than this, in the folder or since the start, is late. */
const LATE_MS = 2 * DAY_MS;
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

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'dataDir' | 'database' | 'backup'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
    private readonly identity: ServerIdentity,
    private readonly audit: AuditStore,
    private readonly scheduler: Scheduler,
  ) {
    this.folder = new BackupFolder(config.backup.dir);
    this.startedAt = clock.now();
  }

  onModuleInit(): void {
    this.sweep();
    if (!this.config.backup.daily) return;
    this.scheduler.register({
      id: 'backup',
      everyMs: LOOK_MS,
      run: (now) => {
        if (!this.running && this.isDue(now)) this.makeByItself();
        return Promise.resolve();
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await this.running?.catch(() => undefined);
  }

  state(): BackupState {
    const { dir, daily, recipients } = this.config.backup;
    return {
      folder: dir,
      daily,
      encrypts: recipients.length > 0,
      running: this.progress,
      trouble: this.trouble,
      items: this.stored()
        .slice(0, SHOWN)
        .map(({ made_at, ...rest }) => ({ ...rest, made_at: iso(made_at) })),
    };
  }

  /** Begins one; `state` tells how it goes on. @throws KennyError `conflict` while one is made */
  start(acting: Acting): BackupState {
    if (this.running) throw isBusy();
    this.begin('manual', acting).catch(() => undefined);
    return this.state();
  }

  /** Age of the newest whole one in ms; null when there is none. */
  age(): number | null {
    const [newest] = this.stored();
    return newest ? Math.max(0, this.clock.now() - newest.made_at) : null;
  }

  /** What a person has to look at, for everybody's eyes: no path in it. Null when all is well. */
  problem(): string | null {
    if (!this.config.backup.daily) return null;
    if (this.trouble !== null) {
      return 'The last backup was not made. Settings, Server says why, and "kenny backup list".';
    }
    const hadTime = this.clock.now() - this.startedAt > DAY_MS;
    if (!hadTime || (this.age() ?? Infinity) <= LATE_MS) return null;
    return 'There has been no backup for two days. Make one in Settings, or by "kenny backup create".';
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
      folder.rotate();
      this.record(acting, made.name, null);
      return made;
    } catch (error) {
      if (this.stop.signal.aborted) throw error;
      this.trouble = error instanceof Error ? error.message : String(error);
      this.logger.error(`A backup could not be made: ${this.trouble}`);
      this.record(acting, null, error instanceof KennyError ? error.code : 'internal');
      throw error;
    }
  }

  private makeByItself(): void {
    // It is logged, recorded and shown already.
    this.begin('daily', BY_ITSELF).catch(() => undefined);
  }

  private isDue(now: number): boolean {
    const last = this.stored().find(({ kind }) => kind === 'daily');
    return !last || Math.abs(now - last.made_at) >= DAY_MS;
  }

  private record(acting: Acting, name: string | null, code: string | null): void {
    this.audit.log.record({
      ...by(acting),
      kind: 'export',
      target: 'backup',
      args: name === null ? null : { file: name },
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

function isBusy(): KennyError {
  return new KennyError('conflict', 'A backup is being made already; wait for it.');
}
