import {
  API_PATHS,
  SERVER_FILES,
  type AuditRowView,
  type AuditVerification,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AuditStore } from '../../src/audit/index.js';
import { BackupsService } from '../../src/backup/index.js';
import { Writer } from '../../src/database/index.js';
import { SYSTEM } from '../../src/kernel/index.js';
import { AServer } from '../../test/a-server.js';
import { anEntry } from '../../test/audit-world.js';
import { CliWorld } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
const ACTING = { principal: SYSTEM, door: 'system', request_id: 'test' } as const;

/** Audit rows that wait beside the database are rows of the audit log. */
describe('a backup while rows wait in the audit spool', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  let server: AServer;
  let dataDir: string;
  beforeEach(async () => {
    dataDir = newDir();
    server = await AServer.start({ dataDir });
  });

  /** The database takes nothing from here on; returns what mends it. */
  const breakDatabase = () =>
    jest.spyOn(server.get(Writer), 'write').mockRejectedValue(new Error('SQLITE_FULL'));

  async function spool(target: string): Promise<void> {
    const { log } = server.get(AuditStore);
    log.record(anEntry({ target }));
    await log.flush();
    expect(server.get(AuditStore).status().spooled).toBe(1);
  }

  /** What a server finds that starts on the newest backup. */
  async function restored(): Promise<{ spool: boolean; rows: AuditRowView[] }> {
    const [newest] = server.get(BackupsService).state().items;
    const file = join(dataDir, SERVER_FILES.backups, newest?.name ?? '');
    const to = join(newDir(), 'restored');
    const { code, err } = await new CliWorld(newDir(), systemClock).run(
      ...['backup', 'restore', file, '--to', to],
    );
    expect([code, err]).toEqual([0, '']);
    const spool = existsSync(join(to, SERVER_FILES.auditSpool));
    const again = await AServer.start({ dataDir: to, env: { KENNY_DATABASE_URL: '' } });
    await again.get(AuditStore).log.replay();
    const rows = await again.audit('kind=call');
    const { body } = await again.http<AuditVerification>('GET', API_PATHS.auditVerify);
    expect(body).toMatchObject({ ok: true, findings: [] });
    await again.stop();
    return { spool, rows };
  }

  it('stores them first when the database takes them again', async () => {
    const broken = breakDatabase();
    await spool('waited');
    broken.mockRestore();
    await server.get(BackupsService).make(ACTING);
    await server.stop();
    const { rows } = await restored();
    expect(rows.map(({ target }) => target)).toEqual(['waited']);
  });

  it('has them with it when the database takes none, and each comes back once', async () => {
    const broken = breakDatabase();
    await spool('waits');
    await server.get(BackupsService).make(ACTING);
    broken.mockRestore();
    await server.stop();
    const { spool: hasSpool, rows } = await restored();
    expect([hasSpool, rows.map(({ target }) => target)]).toEqual([true, ['waits']]);
  });
});
