import { Logger } from '@nestjs/common';
import { FakeClock } from '@kenny/testing';
import type { ChainHead } from './audit-chain.js';
import type { Checkpoint } from './checkpoint-file.js';
import { CHECKPOINT_ROWS, Checkpointer } from './checkpointer.js';

/** A file whose disk can be slow or full. */
class File {
  readonly file = '/data/audit-checkpoints.jsonl';
  readonly written: Checkpoint[] = [];
  full = false;
  private waiting: (() => void)[] = [];
  slow = false;

  async append(checkpoint: Checkpoint): Promise<void> {
    if (this.full) throw new Error('ENOSPC');
    if (this.slow) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.written.push(checkpoint);
  }

  finish(): void {
    this.waiting.splice(0).forEach((resolve) => resolve());
  }
}

describe('Checkpointer', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  let file: File;
  let checkpointer: Checkpointer;
  const start = (seq: number, signed: number) =>
    new Checkpointer('chain', file, new FakeClock(), head(seq), signed);
  const head = (seq: number): ChainHead => ({ seq, sha256: `hash of ${seq}` });
  const turns = () => new Promise<void>((resolve) => setImmediate(resolve));
  const seqs = () => file.written.map(({ seq }) => seq);

  beforeEach(() => {
    file = new File();
    checkpointer = start(0, 0);
  });

  it('vouches for the head of the chain, at the time of the server', async () => {
    checkpointer.committed(head(1), true);
    await turns();
    expect(file.written).toEqual([
      { chain: 'chain', seq: 1, head: 'hash of 1', time: '2026-06-04T12:00:00.000Z' },
    ]);
  });

  it('waits for a hundred rows unless one is urgent', async () => {
    for (let seq = 1; seq < CHECKPOINT_ROWS; seq += 1) checkpointer.committed(head(seq), false);
    await turns();
    expect(seqs()).toEqual([]);
    checkpointer.committed(head(CHECKPOINT_ROWS), false);
    await turns();
    checkpointer.committed(head(CHECKPOINT_ROWS + 1), false);
    await turns();
    expect(seqs()).toEqual([CHECKPOINT_ROWS]);
    checkpointer.committed(head(CHECKPOINT_ROWS + 2), true);
    await turns();
    expect(seqs()).toEqual([CHECKPOINT_ROWS, CHECKPOINT_ROWS + 2]);
  });

  it('covers with one line whatever came while the disk was busy', async () => {
    file.slow = true;
    checkpointer.committed(head(1), true);
    await turns();
    for (let seq = 2; seq <= 50; seq += 1) checkpointer.committed(head(seq), true);
    file.finish();
    await turns();
    file.finish();
    await turns();
    expect(seqs()).toEqual([1, 50]);
  });

  it('settles what no line covers yet, once, and only then is done', async () => {
    checkpointer.committed(head(3), false);
    await checkpointer.settle();
    await checkpointer.settle();
    expect(seqs()).toEqual([3]);
  });

  it('signs after a start what no line covers yet, and nothing twice', async () => {
    await start(7, 7).settle();
    expect(seqs()).toEqual([]);
    await start(7, 5).settle();
    expect(seqs()).toEqual([7]);
  });

  it('says why a line could not be written, and makes up for it with the next', async () => {
    file.full = true;
    checkpointer.committed(head(1), true);
    await turns();
    expect(checkpointer.status()).toEqual({ signed: 0, signedAt: null, trouble: 'Error: ENOSPC' });
    file.full = false;
    checkpointer.committed(head(2), true);
    await turns();
    expect(checkpointer.status()).toEqual({
      ...{ signed: 2, trouble: null },
      signedAt: new FakeClock().now(),
    });
  });
});
