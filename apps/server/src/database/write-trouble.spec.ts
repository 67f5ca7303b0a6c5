import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { KennyError } from '../kernel/index.js';
import { DATABASE_TROUBLES, inTroubleWords, type DatabaseTrouble } from './database-trouble.js';
import { GroupCommit } from './group-commit.js';
import type { WriteConnection } from './write-connection.js';
import { PROBE_MS } from './write-trouble.js';

const coded = (code: string) => Object.assign(new Error(`${code}: as the driver says`), { code });

/** A database that takes nothing while `broken` is set. */
class Connection implements WriteConnection {
  readonly manager = Object.create(EntityManager.prototype) as EntityManager;
  readonly lasting = new Set<DatabaseTrouble>(DATABASE_TROUBLES);
  trouble: KennyError | null = null;
  broken: Error | null = null;
  begun = 0;
  probes: DatabaseTrouble[] = [];

  begin = () => {
    this.begun += 1;
    return Promise.resolve();
  };
  judgeJob = () => undefined;
  nextJob = () => Promise.resolve();
  undoJob = () => Promise.resolve();
  rollback = () => Promise.resolve();
  commit = () => (this.broken ? Promise.reject(this.broken) : Promise.resolve());
  refusalOf = inTroubleWords;
  probe = (trouble: DatabaseTrouble) => {
    this.probes.push(trouble);
    return this.commit();
  };
}

describe('a writer whose last commit failed', () => {
  let connection: Connection;
  let clock: FakeClock;
  let writer: GroupCommit;
  let complaints: jest.SpyInstance;
  let news: jest.SpyInstance;
  beforeEach(() => {
    complaints = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    news = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    connection = new Connection();
    clock = new FakeClock();
    writer = new GroupCommit(connection, clock);
  });
  afterEach(async () => {
    await writer.close();
    expect(clock.pendingTimers).toBe(0);
    jest.restoreAllMocks();
  });

  const job = () => writer.write(() => Promise.resolve('done'));
  const words = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: unknown) => (error instanceof KennyError ? error.message : error),
    );
  const fail = async (code: string) => {
    connection.broken = coded(code);
    return words(job());
  };

  it('refuses at once, in the same words, without asking the database', async () => {
    const first = await fail('SQLITE_FULL');
    expect(first).toMatch(/^The disk .* is full; nothing was changed\. Make room/);
    const before = connection.begun;
    expect(await words(job())).toBe(first);
    expect(writer.trouble).toMatchObject({ code: 'unavailable', message: first });
    expect(connection.begun).toBe(before);
  });

  it('refuses those who waited behind the failed batch with it', async () => {
    connection.broken = coded('SQLITE_BUSY');
    const all = await Promise.all(Array.from({ length: 1_000 }, () => words(job())));
    expect(new Set(all).size).toBe(1);
    expect(connection.begun).toBe(1);
  });

  it('tries a commit each second, and works on when one was done', async () => {
    await fail('SQLITE_FULL');
    await clock.advanceAsync(3 * PROBE_MS);
    expect(connection.probes).toEqual(['full', 'full', 'full']);
    expect(writer.trouble).not.toBeNull();
    connection.broken = null;
    await clock.advanceAsync(PROBE_MS);
    expect(writer.trouble).toBeNull();
    expect(await words(job())).toBe('done');
    await clock.advanceAsync(3 * PROBE_MS);
    expect(connection.probes).toHaveLength(4);
  });

  it('tells who listens, when a write works again', async () => {
    const heard: Promise<unknown>[] = [];
    writer.onRecovered(() => void heard.push(words(job())));
    await fail('SQLITE_IOERR_WRITE');
    await clock.advanceAsync(PROBE_MS);
    expect(heard).toEqual([]);
    connection.broken = null;
    await clock.advanceAsync(PROBE_MS);
    expect(await Promise.all(heard)).toEqual(['done']);
  });

  it('says it in one line at the begin and one at the end', async () => {
    await fail('SQLITE_READONLY');
    for (let more = 0; more < 50; more += 1) await words(job());
    await clock.advanceAsync(12 * PROBE_MS);
    connection.broken = null;
    await clock.advanceAsync(PROBE_MS);
    expect(complaints.mock.calls).toEqual([
      [expect.stringMatching(/read-only: every write .* until a commit works again.*SQLITE_READO/)],
    ]);
    expect(news.mock.calls).toEqual([
      [expect.stringMatching(/work again after 13\.0 s; 51 were refused/)],
    ]);
  });

  it('shows since when, how many and how the last commit ended', async () => {
    await job();
    expect(writer.health()).toEqual({ trouble: null, lastCommit: { ok: true, at: 0 } });
    clock.advance(40);
    await fail('SQLITE_FULL');
    await words(job());
    expect(writer.health()).toMatchObject({
      trouble: { kind: 'full', since: 40, refused: 2 },
      lastCommit: { ok: false, at: 40 },
    });
  });

  it.each(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])(
    'stays so after %s until a restart',
    async (code) => {
      const first = await fail(code);
      connection.broken = null;
      await clock.advanceAsync(60 * PROBE_MS);
      expect(connection.probes).toEqual([]);
      expect(await words(job())).toBe(first);
      expect(complaints.mock.calls).toEqual([[expect.stringContaining('until a restart')]]);
    },
  );

  it('counts what one job met, though the batch around it was committed', async () => {
    const results = await Promise.all([
      words(job()),
      words(writer.write(() => Promise.reject(coded('SQLITE_FULL')))),
    ]);
    expect(results).toEqual(['done', expect.stringContaining('is full')]);
    expect(writer.health().trouble).toMatchObject({ kind: 'full', refused: 1 });
    await clock.advanceAsync(PROBE_MS);
    expect(writer.trouble).toBeNull();
  });

  it.each(['SQLITE_CONSTRAINT', 'ERR_OTHER'])(
    'goes on after %s: that was about one batch',
    async (code) => {
      expect(await fail(code)).toBe(connection.broken);
      connection.broken = null;
      expect(await words(job())).toBe('done');
    },
  );

  it('refuses one caller alone where the next write may well work', async () => {
    connection.lasting.delete('locked');
    expect(await fail('55P03')).toMatch(/^Another program holds a lock/);
    connection.broken = null;
    expect(await words(job())).toBe('done');
    expect(complaints).not.toHaveBeenCalled();
  });

  it('tells also of a connection that was lost while nobody wrote', async () => {
    connection.lasting.delete('away');
    const heard = jest.fn();
    writer.onRecovered(heard);
    connection.trouble = new KennyError('unavailable', 'Another server has it.');
    expect(writer.health().trouble).toMatchObject({ kind: 'away', refused: 0 });
    expect(await words(job())).toBe('Another server has it.');
    await clock.advanceAsync(500);
    expect(heard).not.toHaveBeenCalled();
    connection.trouble = null;
    await clock.advanceAsync(100);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(writer.health().trouble).toBeNull();
  });

  it('probes no more once it is closed', async () => {
    await fail('SQLITE_FULL');
    await writer.close();
    await clock.advanceAsync(5 * PROBE_MS);
    expect(connection.probes).toEqual([]);
  });
});
