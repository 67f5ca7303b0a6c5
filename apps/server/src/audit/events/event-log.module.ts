import { KENNY_VERSION } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Reads, Writer } from '../../database/index.js';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { KennyLogger } from '../../logging/index.js';
import { Scheduler } from '../../scheduling/index.js';
import { EventReader } from './event-reader.js';
import { EventRecorder, type NewEvent } from './event-recorder.js';
import { listenForEvents } from './event-sources.js';
import { pruneEventsTask } from './prune-events.task.js';

/** Agent and server logs as rows: stored, listed, pruned. */
@Module({
  providers: [
    {
      provide: EventRecorder,
      useFactory: (writer: Writer) => new EventRecorder(writer),
      inject: [Writer],
    },
    { provide: EventReader, useFactory: (reads: Reads) => new EventReader(reads), inject: [Reads] },
  ],
  exports: [EventReader, EventRecorder],
})
export class EventLogModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly recorder: EventRecorder,
    private readonly events: EventBus,
    private readonly logger: KennyLogger,
    private readonly scheduler: Scheduler,
    private readonly writer: Writer,
    private readonly reads: Reads,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    listenForEvents(this.recorder, this.events, this.logger, this.clock);
    const { retentionDays } = this.config;
    this.scheduler.register(pruneEventsTask(this.writer, this.reads, retentionDays));
    this.recorder.addWithNext(this.own('server.started', `kenny ${KENNY_VERSION} started.`));
  }

  async onApplicationShutdown(): Promise<void> {
    this.recorder.add(this.own('server.stopped', 'kenny stopped.'));
    await this.recorder.flush();
  }

  private own(event: string, message: string): NewEvent {
    const whole = { agent_id: null, target: null, fields: null } as const;
    return { at: this.clock.now(), source: 'server', level: 'info', event, message, ...whole };
  }
}
