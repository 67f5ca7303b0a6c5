import { randomBytes } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childProgram, startChild, type Child } from '../../test/child-program.js';
import { describeOnSmallDisk } from '../../test/small-disk.js';
import { tempDirs } from '../../test/temp-dir.js';
import { StartupError } from '../kernel/index.js';
import { DataFolderLock } from './data-folder-lock.js';
import { openRawSqlite } from './sqlite.driver.js';

const tempDir = tempDirs();
let program: Awaited<ReturnType<typeof childProgram>>;
beforeAll(async () => {
  program = await childProgram('hold-folder-lock.ts');
});
afterAll(() => program.remove());

const children: Child[] = [];
afterEach(() => Promise.all(children.splice(0).map((child) => child.killHard())));

async function heldBy(version: 'this' | 'older', dataDir: string): Promise<Child> {
  const child = startChild(program.file, [dataDir, version]);
  children.push(child);
  await child.line((line) => line === 'held');
  return child;
}

const takeAndRelease = async (dataDir: string) => (await DataFolderLock.acquire(dataDir)).release();

describe('DataFolderLock', () => {
  for (const version of ['this', 'older'] as const) {
    it(`leaves the folder to another process of ${version} version until that is killed`, async () => {
      const dataDir = tempDir();
      const other = await heldBy(version, dataDir);
      const refused = DataFolderLock.acquire(dataDir);
      await expect(refused).rejects.toBeInstanceOf(StartupError);
      await expect(refused).rejects.toThrow(`${dataDir} is in use by another kenny process`);
      await other.killHard();
      await takeAndRelease(dataDir);
    });
  }

  it('is a lock to an older version as well', async () => {
    const dataDir = tempDir();
    await heldBy('this', dataDir);
    const older = await openRawSqlite(join(dataDir, 'lock.sqlite'));
    await expect(older.exec('BEGIN EXCLUSIVE')).rejects.toThrow('SQLITE_BUSY');
    await older.close();
  });

  it.each([
    ['rubbish', randomBytes(5_000)],
    ['one byte', Buffer.from('x')],
    ['a database cut short', Buffer.from('SQLite format 3\0'.padEnd(300, '\x01'))],
  ])('does not mind what is in its file: %s', async (_, content) => {
    const dataDir = tempDir();
    writeFileSync(join(dataDir, 'lock.sqlite'), content);
    const lock = await DataFolderLock.acquire(dataDir);
    await expect(DataFolderLock.acquire(dataDir)).rejects.toThrow('in use by another');
    await lock.release();
    await takeAndRelease(dataDir);
  });

  it('says what can be done when it cannot be taken at all', async () => {
    const dataDir = join(tempDir(), 'missing');
    const words = new RegExp(`${dataDir} cannot be locked: .*ENOENT.*delete it`, 's');
    await expect(DataFolderLock.acquire(dataDir)).rejects.toThrow(words);
  });
});

describeOnSmallDisk('DataFolderLock on a full disk', 2, (disk) => {
  it('is taken and refused as everywhere, and leaves the file empty', async () => {
    await takeAndRelease(disk.folder);
    disk.fill();
    const holder = await heldBy('this', disk.folder);
    await expect(DataFolderLock.acquire(disk.folder)).rejects.toThrow('in use by another');
    await holder.killHard();
    await takeAndRelease(disk.folder);
    expect(statSync(join(disk.folder, 'lock.sqlite')).size).toBe(0);
  });

  it('is taken after an older version was killed and the disk has filled up since', async () => {
    const older = await heldBy('older', disk.folder);
    await older.killHard();
    expect(existsSync(join(disk.folder, 'lock.sqlite-journal'))).toBe(true);
    disk.fill();
    await takeAndRelease(disk.folder);
  });
});
