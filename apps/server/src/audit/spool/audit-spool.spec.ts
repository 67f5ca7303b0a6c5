import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { anEntry, openAuditWorld, type AuditWorld } from '../../../test/audit-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import type { Tx } from '../../database/index.js';
import { draftOf } from '../audit-draft.js';

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

  const file = (name: keyof typeof SERVER_FILES) => join(dataDir, SERVER_FILES[name]);
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
  const reopen = async () => {
    await world.close();
    world = await openAuditWorld(dataDir);
  };

  it('wait in a private file, show in the status, and are stored later in their order', async () => {
    const broken = breakDatabase();
    await recordRows('a', 'b');
    expect(world.store.status()).toMatchObject({ waiting: 0, spooled: 2, lost: 0 });
    expect(statSync(file('auditSpool')).mode & 0o777).toBe(0o600);
    await expect(world.store.log.replay()).rejects.toThrow('disk is full');
    expect(world.store.status().spooled).toBe(2);
    broken.mockRestore();
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b']);
    expect(world.store.status().spooled).toBe(0);
    expect((await world.store.verify()).ok).toBe(true);
  });

  it('take no room on the disk: the file has its size before the first of them', async () => {
    await world.store.log.replay();
    const before = statSync(file('auditSpool'));
    const broken = breakDatabase();
    await recordRows('a', 'b');
    broken.mockRestore();
    const after = statSync(file('auditSpool'));
    expect([after.size, after.blocks]).toEqual([before.size, before.blocks]);
    // Nothing of it is a hole that would need room later.
    expect(before.blocks * 512).toBeGreaterThanOrEqual(before.size);
  });

  it('survive a restart', async () => {
    const broken = breakDatabase();
    await recordRows('a');
    broken.mockRestore();
    await reopen();
    expect(world.store.status().spooled).toBe(1);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a']);
    await reopen();
    expect(world.store.status().spooled).toBe(0);
  });

  it('are stored once, also when a crash came between storing and forgetting them', async () => {
    const broken = breakDatabase();
    await recordRows('a', 'b');
    const copy = readFileSync(file('auditSpool'));
    broken.mockRestore();
    await world.store.log.replay();
    await world.close();
    writeFileSync(file('auditSpool'), copy);
    world = await openAuditWorld(dataDir);
    expect(world.store.status().spooled).toBe(2);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('go into the file again after it was emptied into the database', async () => {
    for (const target of ['a', 'b', 'c']) {
      const broken = breakDatabase();
      await recordRows(target);
      broken.mockRestore();
      await world.store.log.replay();
    }
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('are read around what was damaged, and the audit log says how many were', async () => {
    const broken = breakDatabase();
    await recordRows('a', 'b', 'c');
    broken.mockRestore();
    await world.close();
    const bytes = readFileSync(file('auditSpool'));
    const hit = bytes.indexOf('"target":"b"');
    bytes.write('rubbish', hit);
    writeFileSync(file('auditSpool'), bytes);
    world = await openAuditWorld(dataDir);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'c', null]);
    const [gap] = (await world.store.reader.list({ kind: 'gap' })).items;
    expect(gap?.args).toMatchObject({ count: 1, tools: { unreadable: 1 } });
  });

  it('of an earlier version are taken in from its file, around half a line', async () => {
    await world.close();
    const line = (target: string) => `${JSON.stringify(draftOf(anEntry({ target }), 0))}\n`;
    writeFileSync(`${file('oldAuditSpool')}.replay`, line('a'));
    writeFileSync(file('oldAuditSpool'), `${line('b')}{"id":"half\n${line('c')}`);
    world = await openAuditWorld(dataDir);
    expect(world.store.status().spooled).toBe(4);
    await world.store.log.replay();
    expect(await stored()).toEqual(['a', 'b', 'c']);
    expect(readFileSync(`${file('oldAuditSpool')}.unreadable`, 'utf8')).toBe('{"id":"half\n');
    expect([file('oldAuditSpool'), `${file('oldAuditSpool')}.replay`].map(existsSync)).toEqual([
      false,
      false,
    ]);
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
    expect(world.store.status().spooled).toBe(0);
  });
});
