import type { Clock } from '@kenny/kernel';
import { Global, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { APP_CONFIG, ServerIdentity, type AppConfig } from '../config/index.js';
import { CLOCK, EventBus } from '../kernel/index.js';
import { Reads, Writer } from '../database/index.js';
import { Scheduler } from '../scheduling/index.js';
import { AuditHold } from './loss/audit-hold.js';
import { ForgedFrames } from './forged-frames.js';
import { AuditLog } from './audit-log.js';
import { AuditReader } from './audit-reader.js';
import { AuditStore } from './audit-store.js';
import { CHECKPOINT_MS } from './checkpointer.js';
import { EventLogModule } from './events/event-log.module.js';

const REPLAY_MS = 10_000;

@Global()
@Module({
  imports: [EventLogModule],
  providers: [
    {
      provide: AuditStore,
      useFactory: (
        config: AppConfig,
        writer: Writer,
        reads: Reads,
        identity: ServerIdentity,
        clock: Clock,
      ) => AuditStore.open({ config, writer, reads, identity, clock }),
      inject: [APP_CONFIG, Writer, Reads, ServerIdentity, CLOCK],
    },
    { provide: AuditLog, useFactory: ({ log }: AuditStore) => log, inject: [AuditStore] },
    { provide: AuditHold, useFactory: ({ hold }: AuditStore) => hold, inject: [AuditStore] },
    { provide: AuditReader, useFactory: ({ reader }: AuditStore) => reader, inject: [AuditStore] },
    {
      provide: ForgedFrames,
      useFactory: ({ log }: AuditStore, clock: Clock) => new ForgedFrames(log, clock),
      inject: [AuditStore, CLOCK],
    },
  ],
  exports: [AuditHold, AuditLog, AuditReader, AuditStore, EventLogModule],
})
export class AuditModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly store: AuditStore,
    private readonly forgedFrames: ForgedFrames,
    private readonly events: EventBus,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): void {
    this.forgedFrames.listen(this.events);
    this.store.onAppended((rows) => this.events.emit('audit.appended', { rows }));
    const { log } = this.store;
    this.scheduler.register({ id: 'audit-spool', everyMs: REPLAY_MS, run: () => log.tryReplay() });
    this.scheduler.register({
      id: 'audit-checkpoint',
      everyMs: CHECKPOINT_MS,
      run: () => this.store.checkpoint(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
  }
}
