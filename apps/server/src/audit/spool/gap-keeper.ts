import { Logger } from '@nestjs/common';
import { FixedFile } from './fixed-file.js';
import { joined, type Gap } from './gap.js';
import { encodeRecord, recordAt } from './spool-format.js';

const SLOT = 8 * 1024;

/** Content of the file; each part becomes a row. */
interface Note {
  /** Sealed: its row may be stored already. */
  readonly telling: Gap | null;
  readonly counted: Gap | null;
  /** Rows that waited in memory when this was written: lost if the process was. */
  readonly held: Gap | null;
}

/**
 * Remembers dropped rows until a row tells of them, across restarts: in a file with two slots,
 * written alternately, so that one is whole after a power cut.
 */
export class GapKeeper {
  private readonly logger = new Logger('AuditGap');
  private readonly file: FixedFile;
  private counted: Gap | null = null;
  private telling: Gap | null = null;
  private turn = 0;
  /** Content of the file; undefined until it was read. */
  private noted: string | undefined;
  private last: Promise<void> = Promise.resolve();
  private told: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.file = new FixedFile(path, 2 * SLOT);
  }

  /** Dropped rows that no row tells of yet. */
  get count(): number {
    return (this.counted?.count ?? 0) + (this.telling?.count ?? 0);
  }

  async open(): Promise<void> {
    const bytes = await this.file.read().catch(() => Buffer.alloc(0));
    const [newest] = [0, SLOT]
      .flatMap((place) => recordAt(bytes, place) ?? [])
      .sort((a, b) => b.generation - a.generation);
    if (!newest) return void (this.noted = '');
    this.turn = newest.generation;
    const note = JSON.parse(newest.payload.toString()) as Note;
    this.telling = note.telling;
    this.counted = joined(note.counted, note.held);
  }

  /** Reserves its disk space. */
  async prepare(): Promise<void> {
    // Tried again later; the spool beside it says that the disk is full.
    await this.file.make().catch(() => undefined);
  }

  add(gap: Gap | null): void {
    this.counted = joined(this.counted, gap);
  }

  /** Notes what a kill would lose. */
  note(held: Gap | null): Promise<void> {
    this.last = this.last.then(() => this.write(held));
    return this.last;
  }

  /** Hands each gap to `store` once; what it refuses stays. */
  tell(store: (gap: Gap) => Promise<void>): Promise<void> {
    const own = this.told.then(() => this.tellAll(store));
    // For the order only; the caller gets the failure from `own`.
    this.told = own.catch(() => undefined);
    return own;
  }

  private async tellAll(store: (gap: Gap) => Promise<void>): Promise<void> {
    while (this.telling ?? this.counted) {
      if (!this.telling) [this.telling, this.counted] = [this.counted, null];
      // First, so that after a crash nothing is added to a gap whose row is stored already.
      await this.note(null);
      if (!this.telling) break;
      await store(this.telling);
      this.telling = null;
    }
    await this.note(null);
  }

  async close(): Promise<void> {
    await this.last;
    await this.file.close();
  }

  private async write(held: Gap | null): Promise<void> {
    const { telling, counted } = this;
    const text = telling || counted || held ? JSON.stringify({ telling, counted, held }) : '';
    if (text === this.noted || !this.file.ready) return;
    const payload = Buffer.from(text || JSON.stringify({ telling, counted, held }));
    const generation = this.turn + 1;
    try {
      const place = (generation % 2) * SLOT;
      await this.file.write(encodeRecord({ generation, index: 0, payload }), place);
      [this.turn, this.noted] = [generation, text];
    } catch (error) {
      this.logger.error(`Gaps of the audit log could not be stored: ${String(error)}`);
    }
  }
}
