import { KENNY_VERSION } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Reads, Writer } from '../../database/index.js';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { KennyLogger } from '../../logging/index.js';
import { Scheduler } from '../../scheduling/index.js';
import { EventReader } from './event-reader.js';
import { EventRecorder } from './event-recorder.js';
import { listenForEvents } from './event-sources.js';
import { pruneEventsTask } from './prune-events.task.js';

/** A start must succeed also where this log cannot be written. */
const AFTER_START_MS = 1_000;

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
  private afterStart: Timer | undefined;

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
    const at = this.clock.now();
    const words = `kenny ${KENNY_VERSION} started.`;
    this.afterStart = this.clock.setTimer(
      () => this.note('server.started', words, at),
      AFTER_START_MS,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.afterStart?.cancel();
    this.note('server.stopped', 'kenny stopped.', this.clock.now());
    await this.recorder.flush();
  }

  private note(event: string, message: string, at: number): void {
    const whole = { agent_id: null, target: null, fields: null };
    this.recorder.add({ at, source: 'server', level: 'info', event, message, ...whole });
  }
}
