import { createReadStream } from 'node:fs';
import { appendFile, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Logger } from '@nestjs/common';
import type { AuditDraft } from '../audit-draft.js';
import { draftIn } from './draft-text.js';

const REPLAY_BATCH = 200;

/** The spool format of earlier versions (JSON lines in two files): drained, never written. */
export class OldSpool {
  private readonly logger = new Logger('AuditSpool');
  private readonly files: readonly string[];
  private waiting = 0;

  constructor(private readonly file: string) {
    this.files = [`${file}.replay`, file];
  }

  /** How many rows wait in files. */
  get length(): number {
    return this.waiting;
  }

  /** Counts leftovers of an earlier run. */
  async open(): Promise<void> {
    for (const file of this.files) {
      for await (const _line of linesOf(file)) this.waiting += 1;
    }
  }

  /** Hands all rows to `store`, in batches and in order, and removes a file that it took. */
  async replay(store: (drafts: AuditDraft[]) => Promise<void>): Promise<void> {
    if (this.waiting === 0) return;
    for (const file of this.files) {
      await this.replayFrom(file, store);
      await rm(file, { force: true });
    }
    this.waiting = 0;
  }

  private async replayFrom(
    file: string,
    store: (drafts: AuditDraft[]) => Promise<void>,
  ): Promise<void> {
    let batch: AuditDraft[] = [];
    for await (const line of linesOf(file)) {
      const draft = draftIn(line);
      if (draft) batch.push(draft);
      else await this.setAside(line);
      if (batch.length < REPLAY_BATCH) continue;
      await store(batch);
      batch = [];
    }
    if (batch.length > 0) await store(batch);
  }

  /** Kept: somebody may be able to read it. */
  private async setAside(line: string): Promise<void> {
    const file = `${this.file}.unreadable`;
    this.logger.error(`A spooled audit row cannot be read; it is kept in ${file}.`);
    await appendFile(file, `${line}\n`, { mode: 0o600 });
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
