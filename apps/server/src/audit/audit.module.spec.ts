import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { systemClock } from '@kenny/kernel';
import { AUDIT_SCHEMA, anEntry, openAuditWorld } from '../../test/audit-world.js';
import { databaseEnv } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';
import { ConfigModule, loadConfig } from '../config/index.js';
import { DatabaseModule, Writer } from '../database/index.js';
import { EventBus, EventsModule } from '../kernel/index.js';
import { KennyLogger, LoggingModule } from '../logging/index.js';
import { SchedulingModule } from '../scheduling/index.js';
import { ServerIdentityModule } from '../server-identity.module.js';
import { AuditLog, AuditModule } from './index.js';

const tempDir = tempDirs();

describe('AuditModule', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it.each(['before', 'after'])(
    'has stored and signed every row when the server stops (imported %s the database)',
    async (order) => {
      const dataDir = tempDir();
      const config = loadConfig({ KENNY_DATA_DIR: dataDir, ...databaseEnv(dataDir) }, '/');
      const logger = new KennyLogger({
        level: 'error',
        format: 'json',
        stream: { write: () => 0 },
      });
      const database = DatabaseModule.forRoot(AUDIT_SCHEMA);
      const app = await Test.createTestingModule({
        imports: [
          ConfigModule.forRoot(config, systemClock),
          LoggingModule.forRoot(logger),
          EventsModule,
          SchedulingModule,
          ...(order === 'before' ? [AuditModule, database] : [database, AuditModule]),
          ServerIdentityModule,
        ],
      }).compile();
      await app.init();
      for (let i = 0; i < 30; i += 1) app.get(AuditLog).record(anEntry());
      const appending = app
        .get(Writer)
        .write((tx) => app.get(AuditLog).append(tx, anEntry({ kind: 'decision' })));
      const at = 1;
      app
        .get(EventBus)
        .emit('frame.dropped', { agent_id: 'pc1', agent_uid: 'u', reason: 'x', forged: true, at });
      await app.close();
      await appending;

      const again = await openAuditWorld(dataDir);
      await again.store.log.replay();
      await again.store.checkpoint();
      expect(await again.store.verify()).toMatchObject({ ok: true, rows: 32, proven_to: 32 });
      await again.close();
    },
  );
});
