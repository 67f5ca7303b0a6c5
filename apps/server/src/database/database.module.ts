import type { Clock } from '@kenny/kernel';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK } from '../kernel/index.js';
import { IntegrityWatch } from './integrity-watch.js';
import { openDatabase, type OpenDatabase, type Schema } from './open-database.js';
import type { OpenPlace } from './database-owner.js';
import { Reads } from './reads.js';
import { Snapshots } from './snapshots.js';
import { Writer } from './writer.js';

const OPEN_DATABASE = Symbol('OPEN_DATABASE');

/** Needs `ConfigModule`. Being global, it is the last to shut down: others may still write then. */
@Module({})
export class DatabaseModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(OPEN_DATABASE) private readonly database: OpenDatabase) {}

  /** @param open - brought by whoever closes the database when the start fails half way */
  static forRoot(schema: Schema, open: OpenPlace = openDatabase): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        {
          provide: OPEN_DATABASE,
          useFactory: (config: AppConfig, clock: Clock) => open(config, schema, clock),
          inject: [APP_CONFIG, CLOCK],
        },
        {
          provide: Writer,
          useFactory: ({ writer }: OpenDatabase) => writer,
          inject: [OPEN_DATABASE],
        },
        {
          provide: IntegrityWatch,
          useFactory: ({ integrity }: OpenDatabase) => integrity,
          inject: [OPEN_DATABASE],
        },
        {
          provide: Snapshots,
          useFactory: ({ snapshots }: OpenDatabase) => snapshots,
          inject: [OPEN_DATABASE],
        },
        { provide: Reads, useFactory: ({ reads }: OpenDatabase) => reads, inject: [OPEN_DATABASE] },
      ],
      exports: [Writer, Reads, Snapshots, IntegrityWatch],
    };
  }

  onApplicationBootstrap(): void {
    this.database.integrity.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
