import { type Clock, systemClock } from '@kenny/kernel';
import { Module, type DynamicModule } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CLOCK, RUN_ID } from '../kernel/index.js';
import { AgentsAddress } from './agents-address.js';
import { APP_CONFIG, type AppConfig } from './app-config.js';

/** What the whole server is started with: its configuration and its clock. */
@Module({})
export class ConfigModule {
  static forRoot(config: AppConfig, clock: Clock = systemClock): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: APP_CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        { provide: RUN_ID, useValue: randomUUID() },
        AgentsAddress,
      ],
      exports: [AgentsAddress, APP_CONFIG, CLOCK, RUN_ID],
    };
  }
}
