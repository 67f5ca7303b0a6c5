import { Logger } from '@nestjs/common';
import type { AuditDraft } from '../audit-draft.js';
import { draftIn } from './draft-text.js';
import { FixedFile } from './fixed-file.js';
import { encodeRecord, scan, sizeOf, type Scanned } from './spool-format.js';

/** Some ten thousand rows: minutes of reads. */
export const SPOOL_BYTES = 8 * 1024 * 1024;
const REPLAY_BATCH = 200;
const NOTHING = Buffer.alloc(0);

/**
 * Rows that the database did not take, in a preallocated file, until it does. When all are stored a
 * new generation starts at the beginning of the file; after a crash in between they are read again,
 * and stored ones are recognised by their id.
 */
export class AuditSpool {
  private readonly logger = new Logger('AuditSpool');
  private readonly file: FixedFile;
  private last: Promise<unknown> = Promise.resolve();
  private generation = 0;
  /** Where the next record goes, and its index. */
  private end = 0;
  private index = 1;
  private waiting = 0;
  /** Rows of this generation that are stored. */
  private replayed = 0;
  private noRoom: string | null = null;

  constructor(path: string, size = SPOOL_BYTES) {
    this.file = new FixedFile(path, size);
  }

  /** How many rows wait in the file. */
  get length(): number {
    return this.waiting;
  }

  /** Why rows could not wait here; null while they could. */
  get trouble(): string | null {
    return this.noRoom;
  }

  /** Reads leftovers of an earlier run, and how many rows are unreadable. */
  async open(): Promise<{ unreadable: number }> {
    // Nothing of it is kept: a record would keep the whole file in memory.
    const scanned = scan(await this.readable());
    const rows = rowsOf(scanned);
    this.generation = scanned.generation;
    this.end = scanned.end;
    this.index = (rows.at(-1)?.index ?? 0) + 1;
    this.waiting = rows.length;
    return { unreadable: Math.max(0, this.index - 1 - rows.length) };
  }

  /** Reserves disk space unless done; logs when there is none. */
  prepare(): Promise<void> {
    return this.inTurn(async () => {
      if (this.file.ready) return;
      try {
        await this.file.make();
        if (this.generation === 0) await this.begin();
        if (this.noRoom !== null) this.logger.log('The audit spool is there.');
        this.noRoom = null;
      } catch (error) {
        const why = (error as Error).message;
        if (this.noRoom === null) {
          this.logger.warn(
            `There is no room for the audit spool (${why}): rows that the database does ` +
              'not take wait in memory only. It is made as soon as there is room.',
          );
        }
        this.noRoom = why;
      }
    });
  }

  /** Resolves when the rows are on the disk, the first ones if there is not room for all. */
  append(drafts: readonly AuditDraft[]): Promise<number> {
    return this.inTurn(async () => {
      if (!this.file.ready) return 0;
      const records: Buffer[] = [];
      let bytes = 0;
      for (const draft of drafts) {
        const payload = Buffer.from(JSON.stringify(draft));
        bytes += sizeOf(payload.length);
        if (this.end + bytes > this.file.size) break;
        const index = this.index + records.length;
        records.push(encodeRecord({ generation: this.generation, index, payload }));
      }
      if (records.length === 0) return 0;
      const whole = Buffer.concat(records);
      await this.file.write(whole, this.end);
      this.end += whole.length;
      this.index += records.length;
      this.waiting += records.length;
      return records.length;
    });
  }

  /**
   * Hands all waiting rows to `store`, in batches and in order, and forgets those it took.
   * Stops at the first batch that fails; the rows stay.
   */
  replay(store: (drafts: AuditDraft[]) => Promise<void>): Promise<void> {
    return this.inTurn(async () => {
      if (this.waiting === 0) return;
      const rows = rowsOf(scan(await this.file.read())).slice(this.replayed);
      while (rows.length > 0) {
        const batch = rows.splice(0, REPLAY_BATCH);
        await store(batch.flatMap(({ payload }) => draftIn(payload.toString()) ?? []));
        this.replayed += batch.length;
        this.waiting -= batch.length;
      }
      this.waiting = 0;
      if (this.file.ready) await this.begin();
    });
  }

  async close(): Promise<void> {
    await this.inTurn(() => this.file.close());
  }

  /** Trouble with this file does not fail the start. */
  private readable(): Promise<Buffer> {
    return this.file.read().catch((error: unknown) => {
      this.logger.error(`The audit spool cannot be read: ${String(error)}`);
      return NOTHING;
    });
  }

  /** Starts an empty generation; earlier rows become leftovers. */
  private async begin(): Promise<void> {
    const generation = this.generation + 1;
    const start = encodeRecord({ generation, index: 0, payload: NOTHING });
    await this.file.write(start, 0);
    this.generation = generation;
    this.end = start.length;
    this.index = 1;
    this.replayed = 0;
  }

  /** One file operation at a time. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const own = this.last.then(work);
    // For the order only; the caller gets the failure from `own`.
    this.last = own.catch(() => undefined);
    return own;
  }
}

/** Record 0 only marks the start of its generation. */
const rowsOf = ({ records }: Scanned) => records.filter(({ index }) => index > 0);
