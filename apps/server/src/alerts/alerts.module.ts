import { DAY_MS, SECOND_MS } from '@kenny/kernel';
import {
  Global,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { BackupModule } from '../backup/index.js';
import { deleteOldest, Writer } from '../database/index.js';
import { ApproversTold, EventBus } from '../kernel/index.js';
import { PolicyModule } from '../policy/index.js';
import { Scheduler } from '../scheduling/index.js';
import { TelemetryModule } from '../telemetry/index.js';
import { AlertsService } from './alerts.service.js';
import { ApproversAlerted } from './approvers-alerted.js';
import { Channels } from './channels.js';
import { Choices } from './choices.js';
import { Deliveries } from './deliveries.js';
import { FactLog } from './fact-log.js';
import { FactSources } from './sources.js';
import { Heartbeats } from './heartbeats.js';
import { Planner } from './planner.js';
import { PresenceWatch } from './presence-watch.js';
import { SecretBox } from './secret-box.js';
import { Browsers } from './push/browsers.js';
import { PushKey } from './push/push-key.js';
import { PushSender } from './push/push-sender.js';
import { Sender } from './sender.js';
import { ServerWatch } from './server-watch.js';
import { WeekReport } from './weekly/week-report.js';
import { Weekly } from './weekly/weekly.js';

/** How often is looked for what is due; new facts are taken at once. */
const LOOK_MS = 5 * SECOND_MS;
const KEPT_MS = 30 * DAY_MS;
const DELETED_AT_ONCE = 500;

const OFFERED = [AlertsService, Browsers, Channels, Choices];
const INNER = [Deliveries, FactLog, FactSources, Heartbeats, Planner, PresenceWatch, ServerWatch];
const PUSH = [PushKey, PushSender];
const TOLD = { provide: ApproversTold, useClass: ApproversAlerted };

/** What people should hear of while they are not here (ADR 0082). Global for `ApproversTold`. */
@Global()
@Module({
  imports: [AuditModule, AuthModule, BackupModule, PolicyModule, TelemetryModule],
  providers: [...OFFERED, ...INNER, ...PUSH, TOLD, SecretBox, Sender, Weekly, WeekReport],
  exports: [...OFFERED, ApproversTold],
})
export class AlertsModule implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('Alerts');
  private working: Promise<void> | undefined;
  private again = false;
  private stopping = false;

  constructor(
    private readonly sources: FactSources,
    private readonly facts: FactLog,
    private readonly planner: Planner,
    private readonly sender: Sender,
    private readonly presence: PresenceWatch,
    private readonly heartbeats: Heartbeats,
    private readonly server: ServerWatch,
    private readonly weekly: Weekly,
    private readonly browsers: Browsers,
    private readonly writer: Writer,
    private readonly scheduler: Scheduler,
    private readonly events: EventBus,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.presence.load();
    this.facts.onNoted(() => void this.wake());
    this.sources.listen();
    this.sources.watch();
    this.events.on('agent.changed', ({ agent_uid, change }) => {
      if (change === 'removed') return this.planner.forget(agent_uid);
    });
    this.scheduler.register(this.presence);
    this.scheduler.register(this.heartbeats);
    this.scheduler.register(this.server);
    this.scheduler.register(this.weekly);
    this.scheduler.register({ id: 'alerts.due', everyMs: LOOK_MS, run: () => this.wake() });
    this.scheduler.register({
      ...{ id: 'alerts.retention', everyMs: DAY_MS / 24, deletes: true as const },
      run: (now) => this.prune(now - KEPT_MS),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.working;
    await this.sender.stop();
  }

  /** Judges what is new, then starts to send; resolves when that is done. */
  wake(): Promise<void> {
    this.again = true;
    return (this.working ??= this.work());
  }

  private async work(): Promise<void> {
    while (this.again && !this.stopping) {
      this.again = false;
      try {
        await this.planner.run();
        await this.sender.run();
      } catch (error) {
        this.logger.error(`Alerts wait: ${String(error)}`);
      }
    }
    // At once: who wakes it between here and a later turn would wait for the next look.
    this.working = undefined;
  }

  private async prune(before: number): Promise<void> {
    await this.browsers.prune();
    const tables = [
      { table: 'alert_deliveries', column: 'created_at' },
      { table: 'alerts', column: 'at' },
    ];
    for (const place of tables) {
      const piece = () =>
        this.writer.write(({ manager }) => deleteOldest(manager, place, before, DELETED_AT_ONCE));
      while (!this.stopping && (await piece()));
    }
  }
}
