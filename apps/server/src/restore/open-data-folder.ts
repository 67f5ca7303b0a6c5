import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Clock } from '@kenny/kernel';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { backupBeforeUpgrade, BackupModule } from '../backup/index.js';
import { ConfigModule, type AppConfig } from '../config/index.js';
import { DatabaseModule, DatabaseOwner, inStartWords, shownDatabase } from '../database/index.js';
import { EventsModule } from '../kernel/index.js';
import { LoggingModule, type KennyLogger } from '../logging/index.js';
import { ApprovalsModule } from '../policy/index.js';
import { SchedulingModule } from '../scheduling/index.js';
import { SCHEMA } from '../schema.js';
import { ServerIdentityModule } from '../server-identity.module.js';

/** Who opens a data folder, and where it is told what happens there. */
export interface FolderOpener {
  readonly clock: Clock;
  /** Of the whole process: Nest knows one. */
  readonly logger: KennyLogger;
  readonly tell: (words: string) => void;
}

/** The modules for operators, tokens and the audit log: no sockets, no doors. */
@Module({})
class DataFolderModule {
  static with(
    config: AppConfig,
    { clock, logger }: FolderOpener,
    open: DatabaseOwner['open'],
  ): DynamicModule {
    return {
      module: DataFolderModule,
      imports: [
        ConfigModule.forRoot(config, clock),
        LoggingModule.forRoot(logger),
        EventsModule,
        SchedulingModule,
        DatabaseModule.forRoot(SCHEMA, open),
        ServerIdentityModule,
        AuditModule,
        AuthModule,
        ApprovalsModule,
        BackupModule,
      ],
    };
  }
}

/** Opens the data folder under its lock; the caller closes. @throws StartupError */
export async function openDataFolder(
  config: AppConfig,
  opener: FolderOpener,
): Promise<INestApplicationContext> {
  const { clock, logger, tell } = opener;
  const database = new DatabaseOwner(backupBeforeUpgrade(config, clock, tell));
  try {
    return await NestFactory.createApplicationContext(
      DataFolderModule.with(config, opener, database.open),
      { logger, abortOnError: false },
    );
  } catch (error) {
    await database.close();
    throw inStartWords(error, shownDatabase(config.database));
  }
}
