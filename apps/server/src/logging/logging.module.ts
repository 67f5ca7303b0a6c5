import { Module, type DynamicModule } from '@nestjs/common';
import { KennyLogger } from './kenny-logger.js';
import { RefusalLog } from './refusal-log.js';

/**
 * Code logs through `new Logger(X.name)` of Nest; this only makes the logger behind it known, for
 * whoever listens to its records.
 */
@Module({})
export class LoggingModule {
  static forRoot(logger: KennyLogger): DynamicModule {
    return {
      module: LoggingModule,
      global: true,
      providers: [{ provide: KennyLogger, useValue: logger }, RefusalLog],
      exports: [KennyLogger, RefusalLog],
    };
  }
}
