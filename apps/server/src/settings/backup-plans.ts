import { BACKUP_KEEP, checkWith, type BackupPlan } from '@kenny/contract';
import { httpValidators } from '@kenny/contract/http-validators';
import { DAY_MS, isTimeZone, MINUTES_A_DAY, minutesOf, wallClock, type Clock } from '@kenny/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { ServerSettingEntity } from './server-setting.entity.js';

const NAME = 'backup_plan';
const SHAPE = 'http:BackupPlan';

/** Before an admin has set another. */
const AT_FIRST: BackupPlan = {
  ...{ automatic: true, at: null },
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...{ keep_days: BACKUP_KEEP.days, keep_weeks: BACKUP_KEEP.weeks },
};

/** When backups are made and how many are kept; an admin's to set (ADR 0093). */
@Injectable()
export class BackupPlans implements OnModuleInit {
  private stored = AT_FIRST;
  private storedAt = -Infinity;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'backup'>,
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const row = await this.reads.manager.findOneBy(ServerSettingEntity, { name: NAME });
    this.stored = planIn(row);
    this.storedAt = row?.updated_at ?? -Infinity;
  }

  /** What counts: the environment decides whether, if it says so. */
  get current(): BackupPlan {
    return { ...this.stored, automatic: this.config.backup.daily ?? this.stored.automatic };
  }

  /** The environment says whether. */
  get fixed(): boolean {
    return this.config.backup.daily !== null;
  }

  /** When it was set, in epoch ms; long ago without. */
  get changedAt(): number {
    return this.storedAt;
  }

  /** @throws KennyError `forbidden`, `validation`, `conflict` against the environment */
  async set(ctx: CallContext, plan: BackupPlan): Promise<BackupPlan> {
    mustBeAdmin(ctx, 'change when backups are made');
    if (!isTimeZone(plan.time_zone)) {
      const message = 'time_zone: is no time zone that this server knows, as Europe/Berlin is';
      throw new KennyError('validation', message, { field: 'time_zone' });
    }
    if (this.fixed && plan.automatic !== this.current.automatic) {
      const says = this.current.automatic ? 'day' : 'off';
      throw new KennyError(
        'conflict',
        `KENNY_BACKUP_EVERY=${says} decides this. Take it out of the server's environment and restart.`,
      );
    }
    const [before, after] = [this.current, { ...plan }];
    const updated_at = this.clock.now();
    await this.writer.write(async (tx) => {
      const row = { name: NAME, value: JSON.stringify(after), updated_at };
      await tx.manager.upsert(ServerSettingEntity, row, ['name']);
      const args = { before, after };
      await this.audit.append(tx, { ...by(ctx), kind: 'setting', target: NAME, args, ok: true });
    });
    this.stored = after;
    this.storedAt = updated_at;
    return this.current;
  }
}

/** Whether the one of today, by the plan's wall, is still to be made; clocks may have been set back. */
export function isBackupDue({ at, time_zone }: BackupPlan, last: number, now: number): boolean {
  if (at === null) return Math.abs(now - last) >= DAY_MS;
  const wall = wallClock(time_zone);
  const dayOf = (time: number): number => {
    const { day, minutes } = wall(time);
    return Math.floor((day * MINUTES_A_DAY + minutes - minutesOf(at)) / MINUTES_A_DAY);
  };
  return dayOf(now) !== dayOf(last);
}

/** What another version wrote counts only if it is one here as well. */
function planIn(row: ServerSettingEntity | null): BackupPlan {
  if (!row) return AT_FIRST;
  const plan: unknown = JSON.parse(row.value);
  return checkWith(httpValidators, SHAPE, plan).length === 0 ? (plan as BackupPlan) : AT_FIRST;
}
