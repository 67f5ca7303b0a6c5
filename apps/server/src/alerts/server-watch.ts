import { DISK_SOON_DAYS } from '@kenny/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditStore } from '../audit/index.js';
import { AgentsService } from '../auth/index.js';
import { BackupsService } from '../backup/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { freeRoom } from '../database/index.js';
import type { ScheduledTask } from '../scheduling/index.js';
import { ForecastService } from '../telemetry/index.js';
import { Channels } from './channels.js';
import { Browsers } from './push/browsers.js';
import type { CheckStatus } from './rules/check-rule.js';
import type { CheckFact } from './rules/fact.js';
import { FactSources } from './sources.js';

const GIB = 1024 ** 3;
/** Free room of the data folder's disk, in bytes. */
const ROOM = { warn: 3 * GIB, crit: GIB } as const;
/** A row that waits longer for the database is late. */
const LATE_MS = MINUTE_MS;
const VERIFY_EVERY_MS = DAY_MS;
const FIRST_VERIFY_MS = HOUR_MS;
/** PCs per run whose disks are looked ahead: a family at once, thousands in the course of a day. */
const PCS_A_RUN = 20;

type Condition = Omit<CheckFact, 'name'>;

/** What is not told by anybody: the audit log, the backup, the server's own disk, and where disks are going. */
@Injectable()
export class ServerWatch implements ScheduledTask {
  readonly id = 'alerts.server';
  readonly everyMs = 5 * MINUTE_MS;
  private readonly logger = new Logger('Alerts');
  /** What was noted last, by what it is about; first after a start, it is noted in any case. */
  private readonly noted = new Map<string, CheckStatus>();
  private verifyAt: number | undefined;
  private next = 0;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'dataDir'>,
    private readonly audit: AuditStore,
    private readonly backups: BackupsService,
    private readonly agents: AgentsService,
    private readonly forecasts: ForecastService,
    private readonly sources: FactSources,
    private readonly channels: Channels,
    private readonly browsers: Browsers,
  ) {}

  async run(now: number): Promise<void> {
    const found = [this.auditLog(), this.backup(), await this.disk()];
    // Reading the whole audit log and the history of all disks is for those whom it can be told.
    if (this.channels.reachesPeople || (await this.browsers.any())) {
      found.push(await this.verified(now), ...(await this.pcDisks()));
    }
    const all = found.flatMap((one) => one ?? []);
    const news = all.filter((one) => this.noted.get(placeOf(one)) !== one.status);
    if (news.length === 0) return;
    await this.sources.seen(...news.map((one): CheckFact => ({ name: 'check', ...one })));
    for (const one of news) this.noted.set(placeOf(one), one.status);
  }

  private auditLog(): Condition {
    const { lost, spooled, oldest_ms, spool_trouble, checkpoint_trouble } = this.audit.status();
    const of = { kind: 'audit_log', subject: null, check: 'rows' } as const;
    if (lost > 0) return { ...of, status: 'crit', reason: `${lost} rows could not be kept` };
    if (spooled > 0 || oldest_ms > LATE_MS) {
      const seconds = Math.round(oldest_ms / SECOND_MS);
      const reason = `${spooled} rows wait beside the database, others for ${seconds} s`;
      return { ...of, status: 'warn', reason };
    }
    const trouble = spool_trouble ?? checkpoint_trouble;
    if (trouble !== null) return { ...of, status: 'warn', reason: trouble };
    return { ...of, status: 'ok', reason: 'Every row is stored' };
  }

  /** Once a day; not at once, since a start has enough to do. */
  private async verified(now: number): Promise<Condition | undefined> {
    this.verifyAt ??= now + FIRST_VERIFY_MS;
    // The calendar may have been set back.
    if (now < this.verifyAt && this.verifyAt - now <= VERIFY_EVERY_MS) return undefined;
    this.verifyAt = now + VERIFY_EVERY_MS;
    const of = { kind: 'audit_log', subject: null, check: 'verification' } as const;
    const { ok, findings } = await this.audit.verify();
    if (ok) return { ...of, status: 'ok', reason: 'It verifies' };
    return { ...of, status: 'crit', reason: `It does not verify: ${findings.length} findings` };
  }

  private backup(): Condition {
    const problem = this.backups.problem();
    const status = problem === null ? 'ok' : 'warn';
    const of = { kind: 'backup', subject: null, check: 'daily', status } as const;
    return { ...of, reason: problem ?? 'Backups are made as planned' };
  }

  private async disk(): Promise<Condition | undefined> {
    try {
      const free = await freeRoom(this.config.dataDir);
      if (free === null) return undefined;
      const status = free < ROOM.crit ? 'crit' : free < ROOM.warn ? 'warn' : 'ok';
      const reason = `${(free / GIB).toFixed(1)} GiB are free`;
      return { kind: 'server_disk', subject: null, check: 'disk', status, reason };
    } catch (error) {
      this.logger.warn(`The room on the disk is not known: ${String(error)}`);
      return undefined;
    }
  }

  /** The next few PCs, in turn. */
  private async pcDisks(): Promise<Condition[]> {
    const pcs = this.agents.list();
    if (this.next >= pcs.length) this.next = 0;
    const some = pcs.slice(this.next, this.next + PCS_A_RUN);
    this.next += PCS_A_RUN;
    const found: Condition[] = [];
    for (const { agent_uid, agent_id } of some) {
      const { items } = await this.forecasts.forecasts({ agent_uid });
      const soon = items.find(
        ({ metric, in_days }) => isOfDisk(metric) && in_days <= DISK_SOON_DAYS,
      );
      found.push({
        ...{ kind: 'disk_forecast', subject: { agent_uid, agent_id }, check: 'disk' },
        status: soon ? 'warn' : 'ok',
        reason: soon?.summary ?? 'No disk fills up soon',
      });
    }
    return found;
  }
}

const isOfDisk = (metric: string): boolean => metric.startsWith('disk');

const placeOf = ({ kind, subject, check }: Condition): string =>
  `${kind}:${subject?.agent_uid ?? ''}:${check}`;
