import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_MARKER } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import type { QueryRunner } from 'typeorm';
import { databaseIn, describeOnSqlite, sqliteIn } from '../../test/database-in.js';
import { NOTES, NoteEntity } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { StartupError } from '../kernel/index.js';
import { openDatabase } from './open-database.js';

const tempDir = tempDirs();
const open = (dataDir: string, schema = NOTES) =>
  openDatabase(databaseIn(dataDir), schema, systemClock);
const pragma = async (
  source: { manager: { query(sql: string): Promise<unknown> } },
  name: string,
): Promise<unknown> => {
  const rows = (await source.manager.query(`PRAGMA ${name}`)) as Record<string, unknown>[];
  return Object.values(rows[0] ?? {})[0];
};

describe('openDatabase', () => {
  it('cannot write through the reading connection', async () => {
    const database = await open(tempDir());
    const write = database.reads.manager.query("INSERT INTO note (id) VALUES ('x')");
    await expect(write).rejects.toThrow(/read-?only/i);
    await database.close();
  });

  it.each([undefined, null])('finds nothing by an id that is %s', async (id) => {
    const database = await open(tempDir());
    await database.writer.write(({ manager }) => manager.insert(NoteEntity, { id: 'x' }));
    const found = database.reads.manager.findOneBy(NoteEntity, { id } as unknown as { id: string });
    await expect(found).rejects.toThrow(/value encountered in property 'NoteEntity.id'/);
    await database.close();
  });

  it('lets one opener in at a time and names the folder', async () => {
    const dataDir = tempDir();
    const database = await open(dataDir);
    const second = open(dataDir);
    await expect(second).rejects.toBeInstanceOf(StartupError);
    await expect(second).rejects.toThrow(`${dataDir} is in use by another kenny process`);
    await database.close();
    await (await open(dataDir)).close();
  });

  it('frees the folder when opening fails half way', async () => {
    const dataDir = tempDir();
    class Broken1795700009001 {
      up = () => Promise.reject(new Error('no such luck'));
      down = () => Promise.resolve();
    }
    const broken = { ...NOTES, migrations: [...NOTES.migrations, Broken1795700009001] };
    await expect(open(dataDir, broken)).rejects.toThrow(/cannot be opened.*no such luck/s);
    await (await open(dataDir)).close();
  });

  it('refuses a database of a newer version', async () => {
    const dataDir = tempDir();
    class FromTheFuture1795700009002 {
      up = () => Promise.resolve();
      down = () => Promise.resolve();
    }
    const newer = { ...NOTES, migrations: [...NOTES.migrations, FromTheFuture1795700009002] };
    await (await open(dataDir, newer)).close();
    await expect(open(dataDir)).rejects.toThrow(
      /written by a newer version of kenny \(FromTheFuture1795700009002\)/,
    );
  });

  describe('on a database of a development version', () => {
    const REFUSAL = /made by a development version before 0\.1\.0 .* new data folder/;

    /** As the first version of the module made it, under the name that the migration still has. */
    async function anOlderDatabase(dataDir: string): Promise<void> {
      class Notes1795700009000 {
        up = (runner: QueryRunner) => runner.query('CREATE TABLE note (id varchar PRIMARY KEY)');
        down = () => Promise.resolve();
      }
      const older = { entities: [], migrations: [Notes1795700009000] };
      await (await open(dataDir, older)).close();
    }

    it.each([
      ['named otherwise', 'Policy1700000003000'],
      ['one for each change', 'PushBrowsers1763700008100'],
    ])('refuses one whose migrations were %s, before it runs any', async (_, name) => {
      const dataDir = tempDir();
      const database = await open(dataDir);
      await database.writer.write(({ manager }) =>
        manager.query(`INSERT INTO migrations (timestamp, name) VALUES (0, '${name}')`),
      );
      await database.close();
      const up = jest.fn(() => Promise.reject(new Error('table "approvals" already exists')));
      class Policy1795700003000 {
        up = up;
        down = () => Promise.resolve();
      }
      const now = { ...NOTES, migrations: [...NOTES.migrations, Policy1795700003000] };
      const refused = open(dataDir, now);
      await expect(refused).rejects.toThrow(REFUSAL);
      await expect(refused).rejects.toThrow(`(last change: ${name})`);
      expect(up).not.toHaveBeenCalled();
    });

    it('refuses one whose tables lack a column, and names it', async () => {
      const dataDir = tempDir();
      await anOlderDatabase(dataDir);
      const refused = open(dataDir);
      await expect(refused).rejects.toBeInstanceOf(StartupError);
      await expect(refused).rejects.toThrow(REFUSAL);
      await expect(refused).rejects.toThrow('(missing: note.parent)');
    });
  });
});

describeOnSqlite('openDatabase on SQLite', 'it is about files', () => {
  it('writes durably: WAL, synchronous FULL, a busy timeout, foreign keys', async () => {
    const database = await open(tempDir());
    const settings = await database.writer.write(async (tx) => ({
      journal: await pragma(tx, 'journal_mode'),
      synchronous: await pragma(tx, 'synchronous'),
      busy: await pragma(tx, 'busy_timeout'),
      keys: await pragma(tx, 'foreign_keys'),
    }));
    await database.close();
    expect(settings).toEqual({ journal: 'wal', synchronous: 2, busy: 5000, keys: 1 });
  });

  it('keeps every file to itself, also those of a folder that was too open', async () => {
    const dataDir = join(tempDir(), 'deep', 'data');
    const first = await open(dataDir);
    await first.close();
    chmodSync(dataDir, 0o755);
    chmodSync(sqliteIn(dataDir).database.file, 0o644);

    const database = await open(dataDir);
    await database.writer.write((tx) => tx.manager.insert(NoteEntity, { id: 'a', parent: null }));
    const modes = Object.fromEntries(
      readdirSync(dataDir).map((name) => [
        name,
        (statSync(join(dataDir, name)).mode & 0o777).toString(8),
      ]),
    );
    await database.close();
    expect(modes).toMatchObject({
      'kenny.sqlite': '600',
      'kenny.sqlite-wal': '600',
      'kenny.sqlite-shm': '600',
      'lock.sqlite': '600',
    });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, PRIVATE_MARKER))).toBe(true);
  });
});
