import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { anEntry, openAuditWorld, type AuditWorld } from '../../test/audit-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import type { Tx } from '../database/index.js';

const tempDir = tempDirs();

describe('audit rows that the database does not take', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  let dataDir: string;
  let world: AuditWorld;
  beforeEach(async () => {
    dataDir = tempDir();
    world = await openAuditWorld(dataDir);
  });
  afterEach(() => world.close());

  const spool = () => join(dataDir, SERVER_FILES.auditSpool);
  /** From here on every write fails, as with a full disk; returns what mends it. */
  const breakDatabase = () =>
    jest
      .spyOn(world.database.writer, 'write')
      .mockImplementation(() => Promise.reject(new Error('SQLITE_FULL: disk is full')));
  const recordRows = async (...targets: string[]) => {
    for (const target of targets) world.store.log.record(anEntry({ target }));
    await world.store.log.flush();
  };
  const stored = async () =>
    (await world.store.reader.list({}, { limit: 200 })).items.reverse().map(({ target }) => target);

  it('wait in a private file, show in the status, and are stored later in their order', async () => {
    const broken = breakDatabase();
    await recordRows('a', 'b');
    expect(world.store.status()).toMatchObject({ spooled: 2, lost: 0 });
    expect(statSync(spool()).mode & 0o777).toBe(0o600);
    await expect(world.store.log.replay()).rejects.toThrow('disk is full');
    expect(world.store.status().spooled).toBe(2);
    broken.mockRestore();
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b']);
    expect(world.store.status().spooled).toBe(0);
    expect([spool(), `${spool()}.replay`].map(existsSync)).toEqual([false, false]);
    expect((await world.store.verify()).ok).toBe(true);
  });

  it('survive a restart', async () => {
    const broken = breakDatabase();
    await recordRows('a');
    broken.mockRestore();
    await world.close();
    world = await openAuditWorld(dataDir);
    expect(world.store.status().spooled).toBe(1);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a']);
  });

  it('are stored once, also when a crash came between storing and forgetting them', async () => {
    const broken = breakDatabase();
    await recordRows('a', 'b');
    const copy = readFileSync(spool());
    broken.mockRestore();
    await world.store.log.replay();
    writeFileSync(`${spool()}.replay`, copy);
    await world.close();
    world = await openAuditWorld(dataDir);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('are all found when a crash came while they were being replayed', async () => {
    const broken = breakDatabase();
    await recordRows('a');
    renameSync(spool(), `${spool()}.replay`);
    await recordRows('b');
    broken.mockRestore();
    await world.close();
    world = await openAuditWorld(dataDir);
    expect(world.store.status().spooled).toBe(2);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('are not held up by a line that a power cut left unfinished, which is kept', async () => {
    const broken = breakDatabase();
    await recordRows('a');
    appendFileSync(spool(), '{"id":"half');
    await recordRows('b');
    broken.mockRestore();
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b']);
    expect(readFileSync(`${spool()}.unreadable`, 'utf8')).toBe('{"id":"half\n');
  });

  it('are counted as lost, loudly, when the file cannot take them either', async () => {
    const broken = breakDatabase();
    await recordRows('a');
    const elsewhere = `${dataDir}-moved`;
    renameSync(dataDir, elsewhere);
    await recordRows('b', 'c');
    renameSync(elsewhere, dataDir);
    expect(world.store.status()).toMatchObject({ spooled: 1, lost: 2 });
    broken.mockRestore();
  });

  it('keep what they tell from happening when they belong to a transaction', async () => {
    const change = jest.fn();
    const failing = world.database.writer.write(async (tx: Tx) => {
      await tx.manager.query('DROP TABLE audit');
      await world.store.log.append(tx, anEntry());
      change();
    });
    await expect(failing).rejects.toThrow(/no such table|does not exist/);
    expect(change).not.toHaveBeenCalled();
    expect(existsSync(spool())).toBe(false);
  });
});
