import type { KennyError } from '../../kernel/index.js';
import type { AuditDraft } from '../audit-draft.js';

/** Waits for a row to be durable. */
export interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: KennyError) => void;
}

export interface QueuedRow {
  readonly draft: AuditDraft;
  readonly bytes: number;
  /** Monotonic. */
  readonly since: number;
  readonly waiter: Waiter | undefined;
}

/** Bounds of the queue. */
export interface QueueLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** Of a row without its arguments. */
const ROW_BYTES = 600;

export function queuedRow(draft: AuditDraft, since: number, waiter: Waiter | undefined): QueuedRow {
  const bytes = ROW_BYTES + (draft.args === null ? 0 : JSON.stringify(draft.args).length);
  return { draft, bytes, since, waiter };
}

/** Rows in memory, those being written included. */
export class RowQueue {
  private rows: QueuedRow[] = [];
  private readonly leaving = new Set<QueuedRow>();
  private bytes = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Rows that are not being written. */
  get length(): number {
    return this.rows.length;
  }

  /** Everything a kill would lose. */
  get held(): number {
    return this.rows.length + this.leaving.size;
  }

  /** Monotonic time of the oldest row. */
  get oldest(): number | undefined {
    const [leaving] = this.leaving;
    const [first] = this.rows;
    return leaving && first ? Math.min(leaving.since, first.since) : (leaving ?? first)?.since;
  }

  /** Half full: rows go to the spool as well. */
  get isLong(): boolean {
    return this.held > this.limits.rows / 2 || this.bytes > this.limits.bytes / 2;
  }

  get isFull(): boolean {
    return this.held >= this.limits.rows || this.bytes >= this.limits.bytes;
  }

  /** False when full. */
  add(row: QueuedRow): boolean {
    if (this.isFull) return false;
    this.rows.push(row);
    this.bytes += row.bytes;
    return true;
  }

  take(most: number): QueuedRow[] {
    const taken = this.rows.splice(0, most);
    for (const row of taken) this.leaving.add(row);
    return taken;
  }

  /** They could not be written: back to the front. */
  putBack(rows: readonly QueuedRow[]): void {
    for (const row of rows) this.leaving.delete(row);
    this.rows = [...rows, ...this.rows];
  }

  /** Written, or given up. */
  done(rows: readonly QueuedRow[]): void {
    for (const row of rows) {
      this.leaving.delete(row);
      this.bytes -= row.bytes;
    }
  }

  *drafts(): Generator<AuditDraft> {
    for (const { draft } of this.leaving) yield draft;
    for (const { draft } of this.rows) yield draft;
  }
}
