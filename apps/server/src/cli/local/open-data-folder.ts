import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from '../../audit/index.js';
import { AuthModule } from '../../auth/index.js';
import { backupBeforeUpgrade, BackupModule } from '../../backup/index.js';
import { ConfigModule, type AppConfig } from '../../config/index.js';
import {
  DatabaseModule,
  DatabaseOwner,
  inStartWords,
  shownDatabase,
} from '../../database/index.js';
import { EventsModule } from '../../kernel/index.js';
import { KennyLogger, LoggingModule } from '../../logging/index.js';
import { ApprovalsModule } from '../../policy/index.js';
import { SchedulingModule } from '../../scheduling/index.js';
import { SCHEMA } from '../../schema.js';
import { ServerIdentityModule } from '../../server-identity.module.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import { dataFolderConfig } from './data-folder-config.js';
import { startupTrouble } from './startup-errors.js';

/** The modules for operators, tokens and the audit log: no sockets, no doors. */
@Module({})
class DataFolderModule {
  static with(
    config: AppConfig,
    io: CliIo,
    logger: KennyLogger,
    open: DatabaseOwner['open'],
  ): DynamicModule {
    return {
      module: DataFolderModule,
      imports: [
        ConfigModule.forRoot(config, io.clock),
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
  io: CliIo,
): Promise<INestApplicationContext> {
  const logger = new KennyLogger({ level: 'warn', format: 'human', stream: io.err });
  const tell = (words: string): void => void io.err.write(`${words}\n`);
  const database = new DatabaseOwner(backupBeforeUpgrade(config, io.clock, tell));
  try {
    return await NestFactory.createApplicationContext(
      DataFolderModule.with(config, io, logger, database.open),
      { logger, abortOnError: false },
    );
  } catch (error) {
    await database.close();
    throw inStartWords(error, shownDatabase(config.database));
  }
}

/** `openDataFolder` for a command. @param otherwise - what to do while a server runs */
export async function openedLocally(
  io: CliIo,
  otherwise: string,
): Promise<INestApplicationContext> {
  try {
    return await openDataFolder(dataFolderConfig(io), io);
  } catch (error) {
    const trouble = startupTrouble(error);
    if (!(trouble instanceof CliError) || trouble.code !== 'conflict') throw trouble;
    throw new CliError('conflict', `${trouble.message} ${otherwise}`);
  }
}
