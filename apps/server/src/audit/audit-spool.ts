import { createReadStream } from 'node:fs';
import { appendFile, open, rename, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Logger } from '@nestjs/common';
import type { AuditDraft } from './audit-draft.js';

const REPLAY_BATCH = 200;

/**
 * Rows that the database did not take, as fsync'd JSON lines in a file, until it takes them.
 * Replaying moves the file aside first, so that new rows never mix with those being replayed; a
 * crash in between leaves both, and rows that are stored already are recognised by their id.
 */
export class AuditSpool {
  private readonly logger = new Logger('AuditSpool');
  private readonly replayFile: string;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly file: string) {
    this.replayFile = `${file}.replay`;
  }

  /** How many rows wait in files. */
  get length(): number {
    return this.waiting;
  }

  /** Counts what an earlier run left. */
  async open(): Promise<void> {
    for (const file of [this.replayFile, this.file]) {
      for await (const _line of linesOf(file)) this.waiting += 1;
    }
  }

  /** Resolves when the rows are on the disk. */
  append(drafts: readonly AuditDraft[]): Promise<void> {
    return this.inTurn(async () => {
      const handle = await open(this.file, 'a', 0o600);
      try {
        // A line that a power cut left unfinished must not swallow the next one.
        const { size } = await handle.stat();
        const text = drafts.map((draft) => `${JSON.stringify(draft)}\n`).join('');
        await handle.appendFile(size > 0 ? `\n${text}` : text);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      this.waiting += drafts.length;
    });
  }

  /**
   * Hands all waiting rows to `store`, in batches and in order, and forgets those it took.
   * Stops at the first batch that fails; the rows stay.
   */
  replay(store: (drafts: AuditDraft[]) => Promise<void>): Promise<void> {
    return this.inTurn(async () => {
      for (let file = await this.nextFile(); file; file = await this.nextFile()) {
        await this.replayFrom(file, store);
        await rm(file);
      }
      this.waiting = 0;
    });
  }

  private async nextFile(): Promise<string | undefined> {
    if (await exists(this.replayFile)) return this.replayFile;
    if (!(await exists(this.file))) return undefined;
    await rename(this.file, this.replayFile);
    return this.replayFile;
  }

  private async replayFrom(
    file: string,
    store: (drafts: AuditDraft[]) => Promise<void>,
  ): Promise<void> {
    let batch: AuditDraft[] = [];
    for await (const line of linesOf(file)) {
      const draft = parse(line);
      if (draft) batch.push(draft);
      else await this.setAside(line);
      if (batch.length < REPLAY_BATCH) continue;
      await store(batch);
      batch = [];
    }
    if (batch.length > 0) await store(batch);
  }

  /** Not thrown away: somebody may be able to read it. */
  private async setAside(line: string): Promise<void> {
    const file = `${this.file}.unreadable`;
    this.logger.error(`A spooled audit row cannot be read; it is kept in ${file}.`);
    await appendFile(file, `${line}\n`, { mode: 0o600 });
  }

  /** One file operation at a time. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const own = this.last.then(work);
    // Only for the order; who called gets the failure from `own`.
    this.last = own.catch(() => undefined);
    return own;
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  if (!(await exists(file))) return;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    if (line) yield line;
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

function parse(line: string): AuditDraft | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const whole = typeof value === 'object' && value !== null && 'id' in value && 'actor' in value;
    return whole && 'kind' in value && 'at' in value ? (value as AuditDraft) : undefined;
  } catch {
    return undefined;
  }
}
