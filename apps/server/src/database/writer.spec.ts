import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { breakCommit, TIMELESS } from '../../test/break-commit.js';
import { databaseIn, describeOnSqlite } from '../../test/database-in.js';
import { NOTES, NoteEntity } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from './insert-rows.js';
import { openDatabase, type OpenDatabase } from './open-database.js';
import { MAX_QUEUED } from './group-commit.js';
import type { Tx } from './writer.js';

const tempDir = tempDirs();

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

describe('a writer', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  let database: OpenDatabase;

  beforeEach(async () => {
    database = await openDatabase(databaseIn(tempDir()), NOTES, TIMELESS);
  });
  afterEach(() => database.close());

  const insert =
    (id: string, parent: string | null = null) =>
    (tx: Tx) =>
      tx.manager.insert(NoteEntity, { id, parent });
  const add = (id: string) => database.writer.write(insert(id));
  const stored = async () =>
    (await database.reads.manager.find(NoteEntity, { order: { id: 'ASC' } })).map(({ id }) => id);

  it('resolves with the job result once a reader can see the row', async () => {
    const result = await database.writer.write(async (tx) => {
      await insert('a')(tx);
      return 'answer';
    });
    expect(result).toBe('answer');
    expect(await stored()).toEqual(['a']);
  });

  it('commits jobs that come together in one transaction', async () => {
    await Promise.all(['a', 'b', 'c'].map(add));
    expect(database.writer.stats()).toMatchObject({ batches: 1, committed: 3, queued: 0 });
  });

  it('shows nothing of an open batch to readers', async () => {
    let seen: string[] | undefined;
    await database.writer.write(async (tx) => {
      await insert('a')(tx);
      seen = await stored();
    });
    expect(seen).toEqual([]);
  });

  it('rolls a failing job back alone, and keeps its neighbours', async () => {
    const broken = database.writer.write(async (tx) => {
      await insert('half')(tx);
      throw new Error('job broke');
    });
    const results = await Promise.allSettled([add('a'), broken, add('b')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(broken).rejects.toThrow('job broke');
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('keeps neighbours when a job breaks a constraint, also as the first of a batch', async () => {
    await add('a');
    const results = await Promise.allSettled([add('a'), add('b'), add('b'), add('c')]);
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('leaves no transaction open when a job throws before its first statement', async () => {
    const broken = database.writer.write(() => {
      throw new Error('at once');
    });
    await expect(broken).rejects.toThrow('at once');
    await add('a');
    expect(await stored()).toEqual(['a']);
  });

  it('rejects every job of a batch whose COMMIT fails, and works afterwards', async () => {
    const results = await Promise.allSettled([
      add('a'),
      database.writer.write(breakCommit),
      add('b'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await stored()).toEqual([]);
    await add('c');
    expect(await stored()).toEqual(['c']);
  });

  it('undoes newest first, over the jobs of a failed batch as well', async () => {
    const undone: string[] = [];
    const noting = (name: string) => (tx: Tx) => {
      tx.onRollback(() => void undone.push(`${name}1`));
      tx.onRollback(() => void undone.push(`${name}2`));
      return name === 'bad' ? breakCommit(tx) : insert(name)(tx).then(() => undefined);
    };
    await Promise.allSettled(['a', 'bad', 'b'].map((name) => database.writer.write(noting(name))));
    expect(undone).toEqual(['b2', 'b1', 'bad2', 'bad1', 'a2', 'a1']);
  });

  it('runs commit hooks before it answers, and never those of a job that was undone', async () => {
    const told: string[] = [];
    const good = database.writer
      .write(async (tx) => {
        tx.onCommit(() => void told.push('good'));
        await insert('a')(tx);
      })
      .then(() => told.push('answer'));
    const bad = database.writer.write((tx) => {
      tx.onCommit(() => void told.push('bad'));
      return Promise.reject(new Error('no'));
    });
    await Promise.allSettled([good, bad]);
    expect(told).toEqual(['good', 'answer']);
  });

  it('answers although a hook throws', async () => {
    await database.writer.write(async (tx) => {
      tx.onCommit(() => {
        throw new Error('hook broke');
      });
      await insert('a')(tx);
    });
    expect(await stored()).toEqual(['a']);
  });

  it('runs each job in the async context of its caller', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen = (name: string) =>
      request.run(name, () => database.writer.write(() => Promise.resolve(request.getStore())));
    expect(await Promise.all([seen('one'), seen('two')])).toEqual(['one', 'two']);
  });

  it('refuses a transaction inside a job and keeps the batch', async () => {
    const nested = database.writer.write((tx) => tx.manager.transaction(() => Promise.resolve()));
    await expect(nested).rejects.toThrow('is a transaction already');
    await add('a');
    expect(await stored()).toEqual(['a']);
  });

  it('lets a repository save inside the job without a transaction of its own', async () => {
    await database.writer.write((tx) => tx.manager.save(NoteEntity, { id: 'a', parent: null }));
    expect(await stored()).toEqual(['a']);
  });

  it('accepts a multi-row statement with parameters', async () => {
    await database.writer.write((tx) =>
      insertRows(
        tx.manager,
        'note',
        ['id', 'parent'],
        [
          ['a', null],
          ['b', null],
        ],
      ),
    );
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('flushes what was queued before, also when some of it fails', async () => {
    const settled: string[] = [];
    add('a').then(
      () => settled.push('a'),
      () => settled.push('a failed'),
    );
    add('a').then(
      () => settled.push('second'),
      () => settled.push('second failed'),
    );
    await database.writer.flush();
    expect(settled.sort()).toEqual(['a', 'second failed']);
    await database.writer.flush();
  });

  it('refuses new jobs beyond its queue instead of filling the memory', async () => {
    const waiting = Array.from({ length: MAX_QUEUED }, () =>
      database.writer.write(() => Promise.resolve()),
    );
    expect(database.writer.stats().queued).toBe(MAX_QUEUED);
    await expect(add('one too many')).rejects.toMatchObject({ code: 'unavailable' });
    await Promise.all(waiting);
    await add('a');
    expect(await stored()).toEqual(['a']);
  });

  it('settles what waits when it closes, then refuses', async () => {
    const waiting = add('a');
    await database.close();
    await expect(waiting).resolves.toBeDefined();
    await expect(add('b')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describeOnSqlite('TypeORM on one SQLite connection', 'PostgreSQL has a pool', () => {
  it('mixes concurrent transactions, which is why nothing but the writer may open one', async () => {
    const source = new DataSource({
      type: 'sqlite',
      database: join(tempDir(), 'mixed.sqlite'),
      entities: [...NOTES.entities],
      migrations: [...NOTES.migrations],
      migrationsRun: true,
    });
    await source.initialize();
    const [firstIsIn, secondIsIn] = [signal(), signal()];
    const failing = source.transaction(async (manager) => {
      await manager.insert(NoteEntity, { id: 'of the one that fails', parent: null });
      firstIsIn.give();
      await secondIsIn.given;
      throw new Error('rolled back');
    });
    await firstIsIn.given;
    const succeeding = source.transaction(async (manager) => {
      await manager.insert(NoteEntity, { id: 'of the one that succeeds', parent: null });
      secondIsIn.give();
      await failing.catch(() => undefined);
    });
    const results = await Promise.allSettled([failing, succeeding]);
    const ids = (await source.manager.find(NoteEntity)).map(({ id }) => id);
    await source.destroy();
    // Exactly the wrong way round: the rollback hit the good one, its commit kept the bad one.
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(ids).toEqual(['of the one that fails']);
  });
});
