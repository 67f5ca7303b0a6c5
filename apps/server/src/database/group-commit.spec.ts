import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { KennyError } from '../kernel/index.js';
import type { DatabaseTrouble } from './database-trouble.js';
import { BATCH, GroupCommit } from './group-commit.js';
import type { WriteConnection } from './write-connection.js';

/** A connection that only takes notes, and fails where it is told to. */
class Connection implements WriteConnection {
  readonly steps: string[] = [];
  readonly failing = new Map<string, Error>();
  readonly manager = Object.create(EntityManager.prototype) as EntityManager;
  trouble: KennyError | null = null;

  begin = () => this.step(BEGIN);
  nextJob = () => this.step(NEXT);
  undoJob = () => this.step(UNDO);
  commit = () => this.step(COMMIT);
  rollback = () => this.step(ROLLBACK);
  refusalOf = (cause: unknown) => cause;
  lasting: ReadonlySet<DatabaseTrouble> = new Set();
  probe = () => this.step(PROBE);

  judgeJob(): void {
    const failure = this.failing.get('judge');
    if (failure) throw failure;
  }

  private async step(name: string): Promise<void> {
    this.steps.push(name);
    const failure = this.failing.get(name);
    if (failure) throw failure;
  }
}

const [BEGIN, NEXT, UNDO, COMMIT, ROLLBACK, PROBE] = [
  ...(['begin', 'next', 'undo', 'commit', 'rollback', 'probe'] as const),
];

describe('GroupCommit', () => {
  let connection: Connection;
  let clock: FakeClock;
  let writer: GroupCommit;
  beforeEach(() => {
    Logger.overrideLogger(false);
    connection = new Connection();
    clock = new FakeClock();
    writer = new GroupCommit(connection, clock);
  });

  const job = (answer: string) => writer.write(() => Promise.resolve(answer));
  const bad = () => writer.write(() => Promise.reject(new Error('bad job')));

  it('sends one savepoint a job and one commit a batch', async () => {
    await Promise.allSettled([job('a'), bad(), job('b')]);
    expect(connection.steps).toEqual([BEGIN, NEXT, UNDO, COMMIT]);
  });

  it('commits after its time is up and goes on with the rest in a new batch', async () => {
    const slow = () => writer.write(async () => clock.advance(BATCH.maxMs));
    await Promise.all([slow(), job('next batch')]);
    expect(connection.steps).toEqual([BEGIN, NEXT, COMMIT, BEGIN, COMMIT]);
  });

  it('commits after its number of jobs', async () => {
    await Promise.all(Array.from({ length: BATCH.maxJobs + 1 }, () => job('x')));
    expect(connection.steps.filter((step) => step === COMMIT)).toHaveLength(2);
  });

  it('lets a job that comes while a batch is open take part in it', async () => {
    const second: Promise<string>[] = [];
    await writer.write(async () => void second.push(job('late')));
    expect(await second[0]).toBe('late');
    expect(connection.steps).toEqual([BEGIN, NEXT, COMMIT]);
  });

  it('refuses who waits when no transaction can begin, and works when one can again', async () => {
    connection.failing.set(BEGIN, new Error('SQLITE_BUSY'));
    const results = await Promise.allSettled([job('a'), job('b')]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { message: 'SQLITE_BUSY' } },
      { status: 'rejected', reason: { message: 'SQLITE_BUSY' } },
    ]);
    expect(writer.stats()).toMatchObject({ queued: 0, failed: 2, committed: 0 });
    connection.failing.clear();
    expect(await job('c')).toBe('c');
  });

  it('refuses the whole batch when the transaction is gone from under a job', async () => {
    connection.failing.set(UNDO, new Error('no such savepoint: job'));
    const results = await Promise.allSettled([job('a'), bad(), job('next batch')]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { message: 'bad job' } },
      { status: 'rejected', reason: { message: 'bad job' } },
      { status: 'fulfilled', value: 'next batch' },
    ]);
  });

  it('undoes a job that left a transaction nobody can commit, and keeps its neighbours', async () => {
    const spoil = writer.write(() => {
      connection.failing.set('judge', new Error('the transaction is broken'));
      return Promise.resolve();
    });
    const good = writer.write(() => {
      connection.failing.clear();
      return Promise.resolve('good');
    });
    await expect(spoil).rejects.toThrow('the transaction is broken');
    expect(await good).toBe('good');
    expect(connection.steps).toEqual([BEGIN, UNDO, COMMIT]);
  });

  it('refuses at once while the database is away, and takes no place in the queue', async () => {
    connection.trouble = new KennyError('unavailable', 'away');
    await expect(job('a')).rejects.toMatchObject({ code: 'unavailable', message: 'away' });
    expect(writer.trouble).toMatchObject({ message: 'away' });
    expect(connection.steps).toEqual([]);
    connection.trouble = null;
    expect(await job('b')).toBe('b');
  });

  it('tells the callers of a lost batch what its connection makes of the cause', async () => {
    connection.failing.set(COMMIT, new Error('socket hang up'));
    connection.refusalOf = () => new KennyError('unavailable', 'the database is away');
    await expect(job('a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('undoes what a job did in memory before its caller hears of it', async () => {
    const heard: string[] = [];
    connection.failing.set(COMMIT, new Error('disk full'));
    const write = writer.write((tx) => {
      tx.onRollback(() => void heard.push('undone'));
      return Promise.resolve();
    });
    await write.catch(() => heard.push('told'));
    expect(heard).toEqual(['undone', 'told']);
  });

  it('complains about a job that keeps everybody waiting', async () => {
    const complaint = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    let finish = (): void => undefined;
    const stuck = writer.write(() => new Promise<void>((resolve) => (finish = resolve)));
    await clock.advanceAsync(9_999);
    expect(complaint).not.toHaveBeenCalled();
    await clock.advanceAsync(1);
    expect(complaint.mock.calls).toEqual([[expect.stringContaining('running for 10 s')]]);
    expect(writer.stats().running).toBe(1);
    finish();
    await stuck;
    expect(clock.pendingTimers).toBe(0);
    complaint.mockRestore();
  });
});
