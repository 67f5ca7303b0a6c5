import { API_PATHS, SERVER_FILES, type FleetView } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { backupBeforeUpgrade, readArchive } from '../../src/backup/index.js';
import { loadConfig } from '../../src/config/index.js';
import { openDatabase, type Schema } from '../../src/database/index.js';
import { SCHEMA } from '../../src/schema.js';
import { AServer } from '../../test/a-server.js';
import { CliWorld } from '../../test/cli-world.js';
import { databaseEnv, databaseIn } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();

/**
 * The schema of 0.1.0, the first that was released: whatever is released later can bring it up to
 * date. A name here never changes, and what it does neither.
 */
const FIRST_RELEASED = [
  'Audit1795700001000',
  'Artifacts1795700001200',
  'Releases1795700001300',
  'Auth1795700002000',
  'Policy1795700003000',
  'Telemetry1795700004000',
  'Chat1795700005000',
  'Settings1795700006000',
  'Memory1795700006100',
  'Tasks1795700007000',
  'Alerts1795700008000',
];

/** What the next version will bring. */
class Next1799999999000 {
  readonly name = 'Next1799999999000';
  up = (runner: { query(sql: string): Promise<unknown> }) =>
    runner.query('CREATE TABLE next_version (id varchar(8) PRIMARY KEY)');
  down = (runner: { query(sql: string): Promise<unknown> }) =>
    runner.query('DROP TABLE next_version');
}
const NEWER: Schema = { ...SCHEMA, migrations: [...SCHEMA.migrations, Next1799999999000] };

/** A server that was set up and used. */
async function lived(): Promise<string> {
  const dataDir = newDir();
  const server = await AServer.start({ dataDir });
  await server.enrol('pc1');
  await server.stop();
  return dataDir;
}

const configOf = (dataDir: string, env: Record<string, string> = {}) =>
  loadConfig({ KENNY_DATA_DIR: dataDir, ...databaseEnv(dataDir), ...env }, dataDir);

const backupsIn = (dataDir: string): string[] =>
  readdirSync(join(dataDir, SERVER_FILES.backups)).filter((name) => name.startsWith('kenny-'));

/** Opens it as the next version does; says what it told. */
async function upgrade(dataDir: string, env?: Record<string, string>): Promise<string> {
  let told = '';
  const before = backupBeforeUpgrade(configOf(dataDir, env), systemClock, (words) => {
    told += words;
  });
  const database = await openDatabase(databaseIn(dataDir), NEWER, systemClock, before);
  await database.close();
  return told;
}

describe('a newer version', () => {
  it('knows every migration of the first released schema, in its order', () => {
    const timeOf = (name: string) => Number(name.slice(-13));
    const names = SCHEMA.migrations
      .map(({ name }) => name)
      .toSorted((a, b) => timeOf(a) - timeOf(b));
    expect(names.filter((name) => FIRST_RELEASED.includes(name))).toEqual(FIRST_RELEASED);
  });

  it.each([
    ['the first released schema', FIRST_RELEASED],
    ['one without tables that this program has', FIRST_RELEASED.slice(0, -1)],
  ])('brings %s up to date, with a backup of it before', async (_, applied) => {
    const dataDir = newDir();
    const migrations = SCHEMA.migrations.filter(({ name }) => applied.includes(name));
    const first = await openDatabase(
      databaseIn(dataDir),
      { entities: [], migrations },
      systemClock,
    );
    await first.close();
    await upgrade(dataDir);
    const [name = '', ...others] = backupsIn(dataDir);
    expect([name, others]).toEqual([expect.stringMatching(/-upgrade\.tar\.gz$/), []]);
    await readArchive({ file: join(dataDir, SERVER_FILES.backups, name), identities: [] });
  });

  it('makes a backup before it changes the database, and says where it is', async () => {
    const dataDir = await lived();
    const told = await upgrade(dataDir);
    const [name = ''] = backupsIn(dataDir);
    expect(told).toContain(join(dataDir, SERVER_FILES.backups, name));
    expect(told).toContain('Next1799999999000');
    expect(await upgrade(dataDir)).toBe('');
    expect(backupsIn(dataDir)).toEqual([name]);
  });

  it('is refused by the older program, which starts on the backup from before', async () => {
    const dataDir = await lived();
    await upgrade(dataDir);
    await expect(AServer.start({ dataDir })).rejects.toThrow(
      /written by a newer version of kenny \(Next1799999999000\)/,
    );
    const file = join(dataDir, SERVER_FILES.backups, backupsIn(dataDir)[0] ?? '');
    const to = join(newDir(), 'restored');
    const cli = await new CliWorld(newDir(), systemClock).run(
      'backup',
      'restore',
      file,
      '--to',
      to,
    );
    expect([cli.code, cli.err]).toEqual([0, '']);
    const back = await AServer.start({ dataDir: to, env: { KENNY_DATABASE_URL: '' } });
    const { body } = await back.http<FleetView>('GET', API_PATHS.fleet);
    expect(body.agents.map(({ agent_id }) => agent_id)).toEqual(['pc1']);
    await back.stop();
  });

  it('changes nothing when the backup fails, unless somebody says that there is one', async () => {
    const dataDir = await lived();
    // A file where the folder should be: as with a full disk, nothing can be written there.
    const env = { KENNY_BACKUP_DIR: join(dataDir, SERVER_FILES.id) };
    await expect(upgrade(dataDir, env)).rejects.toThrow(/backup before that failed.*as it was/s);
    const again = await AServer.start({ dataDir });
    await again.stop();
    expect(await upgrade(dataDir, { ...env, KENNY_BACKUP_BEFORE_UPGRADE: 'off' })).toBe('');
  });
});
