import { type Clock, MINUTE_MS } from '@kenny/kernel';
import { Module, type OnModuleInit } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK } from '../kernel/index.js';
import { Scheduler } from '../scheduling/index.js';
import { ArtifactStore } from './artifact-store.js';
import { LastScreens } from './last-screens.js';

@Module({
  providers: [
    LastScreens,
    {
      provide: ArtifactStore,
      useFactory: (config: AppConfig, writer: Writer, reads: Reads, clock: Clock) =>
        ArtifactStore.open({ config, writer, reads, clock }),
      inject: [APP_CONFIG, Writer, Reads, CLOCK],
    },
  ],
  exports: [ArtifactStore, LastScreens],
})
export class ArtifactsModule implements OnModuleInit {
  constructor(
    private readonly store: ArtifactStore,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.register({
      id: 'expire-artifacts',
      everyMs: MINUTE_MS,
      run: (now) => this.store.expire(now),
    });
  }
}
