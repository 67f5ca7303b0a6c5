import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import type { AuditDraft } from '../audit-draft.js';
import { AuditSpool, SPOOL_BYTES } from './audit-spool.js';
import { GapKeeper } from './gap-keeper.js';
import { unreadableGap } from './gap.js';
import { OldSpool } from './old-spool.js';

/** What they are called there, whether they are there or not. */
export const SPOOL_NAMES = [
  ...[SERVER_FILES.auditGap, SERVER_FILES.auditSpool],
  ...[`${SERVER_FILES.oldAuditSpool}.replay`, SERVER_FILES.oldAuditSpool],
] as const;

/** Those of a folder that no server has open, if rows wait in them: nothing is written. */
export async function waitingIn(dataDir: string): Promise<readonly string[]> {
  const spools = new Spools(dataDir);
  const isSomeLeft = await spools.read(0);
  await spools.close();
  return isSomeLeft ? SPOOL_NAMES : [];
}

/** The spool files of one data folder. */
export class Spools {
  readonly gaps: GapKeeper;
  private readonly spool: AuditSpool;
  private readonly old: OldSpool;

  constructor(dataDir: string, bytes = SPOOL_BYTES) {
    this.gaps = new GapKeeper(join(dataDir, SERVER_FILES.auditGap));
    this.spool = new AuditSpool(join(dataDir, SERVER_FILES.auditSpool), bytes);
    this.old = new OldSpool(join(dataDir, SERVER_FILES.oldAuditSpool));
  }

  /** Reads leftovers of an earlier run; disk space is reserved in the background. */
  async open(now: number): Promise<void> {
    await this.read(now);
    void this.prepare();
  }

  /** True when there is anything. */
  async read(now: number): Promise<boolean> {
    await this.gaps.open();
    await this.old.open();
    const { unreadable } = await this.spool.open();
    if (unreadable > 0) this.gaps.add(unreadableGap(unreadable, now));
    return this.length > 0 || this.gaps.count > 0;
  }

  /** Reserves missing disk space. Never fails: see `trouble`. */
  async prepare(): Promise<void> {
    // Both start at once: rows that arrive meanwhile wait for the file.
    await Promise.all([this.gaps.prepare(), this.spool.prepare()]);
  }

  /** How many rows wait in files. */
  get length(): number {
    return this.spool.length + this.old.length;
  }

  /** Why rows could not wait in the spool; null while they could. */
  get trouble(): string | null {
    return this.spool.trouble;
  }

  append(drafts: readonly AuditDraft[]): Promise<number> {
    return this.spool.append(drafts);
  }

  async replay(store: (drafts: AuditDraft[]) => Promise<void>): Promise<void> {
    await this.old.replay(store);
    await this.spool.replay(store);
  }

  async close(): Promise<void> {
    await this.gaps.note(null);
    await this.gaps.close();
    await this.spool.close();
  }
}
