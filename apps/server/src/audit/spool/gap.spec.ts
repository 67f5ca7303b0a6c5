import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { anEntry, openAuditWorld, type AuditWorld } from '../../../test/audit-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();

describe('audit rows that nothing can hold', () => {
  const lines: string[] = [];
  beforeAll(() => {
    const push = (line: string) => void lines.push(line);
    Logger.overrideLogger({ log: push, error: push, warn: push });
  });
  afterAll(() => {
    Logger.overrideLogger(false);
  });

  const limits = { spoolBytes: 2 * 1024, queue: { rows: 5, bytes: 1024 * 1024 } };
  let dataDir: string;
  let clock: FakeClock;
  let world: AuditWorld;
  beforeEach(async () => {
    dataDir = tempDir();
    clock = new FakeClock();
    world = await openAuditWorld(dataDir, clock, limits);
    await world.store.log.replay();
    lines.length = 0;
  });
  afterEach(() => world.close());

  const breakDatabase = (of = world) =>
    jest
      .spyOn(of.database.writer, 'write')
      .mockImplementation(() => Promise.reject(new Error('SQLITE_FULL: disk is full')));
  const record = async (count: number, change = {}) => {
    for (let i = 0; i < count; i += 1) {
      world.store.log.record(anEntry(change));
      await world.store.log.flush();
    }
  };
  const gaps = async (of = world) => (await of.store.reader.list({ kind: 'gap' })).items;
  const calls = async (of = world) =>
    (await of.store.reader.list({ kind: 'call' }, { limit: 200 })).items.length;
  /** What a kill at this moment leaves, in a folder of its own. */
  const killed = async () => {
    const folder = tempDir();
    for (const name of [SERVER_FILES.auditGap, SERVER_FILES.auditSpool]) {
      copyFileSync(join(dataDir, name), join(folder, name));
    }
    return openAuditWorld(folder, clock, limits);
  };

  it('wait in memory first, then are counted, and one row says how many, of what and when', async () => {
    const broken = breakDatabase();
    const began = clock.now();
    await record(4);
    const { spooled } = world.store.status();
    await record(10);
    await clock.advanceAsync(500);
    await record(2, { tool: 'made_up_by_a_caller' });
    await record(1, { kind: 'login', tool: null });
    const status = world.store.status();
    expect(spooled).toBe(4);
    expect(status.waiting).toBe(5);
    expect(status.lost).toBe(17 - status.spooled - 5);
    broken.mockRestore();
    await world.store.log.flush();
    await world.store.log.replay();
    const [gap, ...more] = await gaps();
    expect(more).toEqual([]);
    expect(gap).toMatchObject({ ok: false, code: 'unavailable', actor: { kind: 'system' } });
    expect(gap?.args).toEqual({
      from: new Date(began).toISOString(),
      to: new Date(began + 500).toISOString(),
      count: status.lost,
      tools: { fs_list: status.lost - 3, other: 2, login: 1 },
    });
    expect(await calls()).toBe(17 - status.lost);
    expect(world.store.status()).toMatchObject({ waiting: 0, spooled: 0, lost: 0 });
    const verdict = await world.store.verify();
    expect(verdict).toMatchObject({
      ok: true,
      unrecorded: [{ seq: gap?.seq, count: status.lost, from: gap?.args?.['from'] }],
    });
  });

  it('are known after a kill, with those that waited in memory', async () => {
    const broken = breakDatabase();
    await record(30);
    await clock.advanceAsync(1_000);
    await world.store.log.flush();
    const { spooled } = world.store.status();
    const after = await killed();
    broken.mockRestore();
    expect(after.store.status()).toMatchObject({ spooled, lost: 30 - spooled });
    await after.store.log.replay();
    expect((await gaps(after)).map(({ args }) => args?.['count'])).toEqual([30 - spooled]);
    expect(await calls(after)).toBe(spooled);
    await after.close();
  });

  it('are known after a stop, which has no more time for them', async () => {
    breakDatabase();
    await record(30);
    const { spooled } = world.store.status();
    await world.close();
    jest.restoreAllMocks();
    world = await openAuditWorld(dataDir, clock, limits);
    await world.store.log.replay();
    expect((await gaps()).map(({ args }) => args?.['count'])).toEqual([30 - spooled]);
  });

  it('are told of once, also when a crash came between the row and forgetting them', async () => {
    const broken = breakDatabase();
    await record(30);
    await world.close();
    broken.mockRestore();
    const before = join(tempDir(), 'gap');
    copyFileSync(join(dataDir, SERVER_FILES.auditGap), before);
    world = await openAuditWorld(dataDir, clock, limits);
    await world.store.log.replay();
    expect(await gaps()).toHaveLength(1);
    await world.close();
    copyFileSync(before, join(dataDir, SERVER_FILES.auditGap));
    world = await openAuditWorld(dataDir, clock, limits);
    await world.store.log.replay();
    expect(await gaps()).toHaveLength(1);
    expect(world.store.status().lost).toBe(0);
  });

  it('are none when memory held them until there was room: nothing is told of', async () => {
    const broken = breakDatabase();
    await record(9);
    expect(world.store.status()).toMatchObject({ lost: 0 });
    broken.mockRestore();
    await world.store.log.flush();
    await world.store.log.replay();
    expect([await calls(), (await gaps()).length]).toEqual([9, 0]);
    const after = await killed();
    expect(after.store.status().lost).toBe(0);
    await after.close();
  });

  it('are as many as memory has bytes for, not only rows', async () => {
    await world.close();
    world = await openAuditWorld(dataDir, clock, {
      spoolBytes: 1024,
      queue: { rows: 1_000, bytes: 40_000 },
    });
    breakDatabase();
    await record(50, { args: { text: 'a word '.repeat(1_400) } });
    const { waiting, lost } = world.store.status();
    expect([waiting + lost, waiting, world.store.status().spooled]).toEqual([50, 4, 0]);
  });

  it('are asked for again every second, and at once when somebody else was stored', async () => {
    const broken = breakDatabase();
    await record(9);
    const tries = broken.mock.calls.length;
    await clock.advanceAsync(999);
    expect(broken.mock.calls.length).toBe(tries);
    clock.advance(1);
    while (broken.mock.calls.length === tries) await new Promise(setImmediate);
    broken.mockRestore();
    await world.database.writer.write((tx) => world.store.log.append(tx, anEntry()));
    await world.store.log.flush();
    expect(world.store.status().waiting).toBe(0);
  });

  it('cost the log a line for each state and one for its end, however many they are', async () => {
    const broken = breakDatabase();
    for (let i = 0; i < 30; i += 1) {
      await record(1);
      await world.store.log.tryReplay();
    }
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'The database does not take audit rows; they wait in the spool',
      'Neither the database nor the spool takes audit rows; they wait in memory',
      'Nothing can hold audit rows any more; they are counted, and a row will say so',
    ]);
    broken.mockRestore();
    await world.store.log.flush();
    await world.store.log.replay();
    expect(lines.slice(3)).toEqual([
      expect.stringMatching(
        /^The database takes audit rows again: \d+ waited in the spool, \d+ were dropped/,
      ),
    ]);
  });

  describe('of what must not stay without a row', () => {
    const sensitive = async () => {
      const durable = world.store.log.recordDurably(anEntry({ tool: 'fs_read' }));
      await Promise.allSettled([world.store.log.flush(), durable]);
      return durable;
    };

    it('are durable in the database or the spool before whoever asked has an answer', async () => {
      await sensitive();
      expect(await calls()).toBe(1);
      breakDatabase();
      await sensitive();
      expect(world.store.status().spooled).toBe(1);
    });

    it('are refused, and what asks beforehand is as well, as soon as that is known', async () => {
      const broken = breakDatabase();
      await record(8);
      await expect(sensitive()).rejects.toMatchObject({ code: 'unavailable' });
      const ask = (what: 'sensitive' | 'change') => () => world.store.log.mustTake(what);
      expect(ask('sensitive')).toThrow('nothing was done');
      // Memory has room: a change has its row in its own transaction.
      expect(ask('change')).not.toThrow();
      await record(8);
      expect(ask('change')).toThrow('nothing was done');
      broken.mockRestore();
      await world.store.log.flush();
      expect(ask('sensitive')).not.toThrow();
      expect(ask('change')).not.toThrow();
    });
  });

  it('show how long the oldest row waits that is not durable', async () => {
    let release: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (release = resolve));
    const write = world.database.writer.write.bind(world.database.writer);
    jest.spyOn(world.database.writer, 'write').mockImplementation(async (job, lane) => {
      await stalled;
      return write(job, lane);
    });
    world.store.log.record(anEntry());
    await clock.advanceAsync(628);
    expect(world.store.status()).toMatchObject({ waiting: 1, oldest_ms: 628 });
    release();
    await world.store.log.flush();
    expect(world.store.status()).toMatchObject({ waiting: 0, oldest_ms: 0 });
  });
});
