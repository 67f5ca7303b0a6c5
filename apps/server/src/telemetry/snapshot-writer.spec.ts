import { strictFake } from '@kenny/testing';
import type { Tx, Writer } from '../database/index.js';
import { SnapshotWriter } from './snapshot-writer.js';
import type { StoredSnapshot } from './telemetry.repository.js';

/** A database that takes batches when told to, and refuses those that hold a bad snapshot. */
class SlowDatabase {
  readonly batches: string[][] = [];
  private release: (() => void)[] = [];

  readonly writer: Pick<Writer, 'write'> = {
    write: async (job) => {
      await new Promise<void>((resolve) => this.release.push(resolve));
      return job(strictFake<Tx>('Tx', {}));
    },
  };
  readonly repository = {
    store: (_tx: Tx, stored: readonly StoredSnapshot[]): Promise<void> => {
      const ids = stored.map(({ snapshot }) => snapshot.id);
      this.batches.push(ids);
      return ids.includes('bad') ? Promise.reject(new Error('not this one')) : Promise.resolve();
    },
    storeChanges: () => Promise.resolve(),
  };

  /** Lets every job go that comes until `settled`. */
  async until<T>(settled: Promise<T>): Promise<T> {
    const end = { reached: false };
    const done = settled.finally(() => (end.reached = true));
    done.catch(() => undefined);
    while (!end.reached) {
      for (const go of this.release.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return done;
  }
}

const called = (id: string): StoredSnapshot =>
  strictFake<StoredSnapshot>('StoredSnapshot', {
    snapshot: strictFake<StoredSnapshot['snapshot']>('SnapshotEntity', { id }),
    changes: [],
  });

let database: SlowDatabase;
let writing: SnapshotWriter;
beforeEach(() => {
  database = new SlowDatabase();
  writing = new SnapshotWriter(database.repository, database.writer);
});

describe('snapshots on their way into the database', () => {
  it('go in at once when alone, and together when they wait', async () => {
    const all = ['a', 'b', 'c'].map((id) => writing.store(called(id)));
    await database.until(Promise.all(all));
    expect(database.batches).toEqual([['a'], ['b', 'c']]);
  });

  it('go in a few at a time, so that others get their turn', async () => {
    const ids = Array.from({ length: 262 }, (_, i) => String(i));
    await database.until(Promise.all(ids.map((id) => writing.store(called(id)))));
    expect(database.batches.map(({ length }) => length)).toEqual([1, 128, 128, 5]);
    expect(database.batches.flat()).toEqual(ids);
  });

  it('are not lost with one among them that the database refuses', async () => {
    const all = ['first', 'good', 'bad', 'fine'].map((id) => writing.store(called(id)));
    const ended = await database.until(Promise.allSettled(all));
    expect(ended.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
    expect(database.batches.slice(2)).toEqual([['good'], ['bad'], ['fine']]);
  });

  it('go on after one was refused', async () => {
    await expect(database.until(writing.store(called('bad')))).rejects.toThrow('not this one');
    await database.until(writing.store(called('next')));
    expect(database.batches).toEqual([['bad'], ['next']]);
  });
});
