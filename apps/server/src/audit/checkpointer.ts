import type { Clock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import type { ChainHead } from './audit-chain.js';
import type { CheckpointFile } from './checkpoint-file.js';

/** A checkpoint at least every so many rows, and at this interval when there are new ones. */
export const CHECKPOINT_ROWS = 100;
export const CHECKPOINT_MS = 5 * 60_000;

/**
 * Decides when the head of the chain is signed and written beside the database, off the hot path:
 * one write at a time; the next covers heads that come meanwhile.
 */
export class Checkpointer {
  private readonly logger = new Logger('AuditCheckpoints');
  private head: ChainHead;
  private signed: number;
  private due = false;
  private writing: Promise<void> | undefined;
  private signedAt: number | null;
  private trouble: string | null = null;
  /** Paused while database and checkpoints do not agree. */
  private paused = false;

  /** @param start - the head found at the start; its checkpoint is due when nothing vouches for it. */
  constructor(
    private readonly chain: string,
    private readonly file: Pick<CheckpointFile, 'append' | 'file'>,
    private readonly clock: Clock,
    start: ChainHead,
    lastSigned: number,
    lastSignedAt: number | null = null,
  ) {
    this.signedAt = lastSignedAt;
    this.head = start;
    this.signed = Math.min(lastSigned, start.seq);
  }

  /** The chain has grown durably. */
  committed(head: ChainHead, urgent: boolean): void {
    this.head = head;
    if (urgent || head.seq - this.signed >= CHECKPOINT_ROWS) this.request();
  }

  /** Writes a due checkpoint; resolves when that is done or has failed. */
  async settle(): Promise<void> {
    this.request();
    await this.writing;
  }

  /** No checkpoint until `startAnew`; resolves when none is being written any more. */
  async pause(): Promise<void> {
    this.paused = true;
    await this.writing;
  }

  /** @param signed - the row that the new segment begins with, vouched for already */
  startAnew(signed: number): void {
    this.signed = signed;
    this.paused = false;
    this.request();
  }

  /** Epoch ms of the last one; null before the first. */
  status(): { signed: number; signedAt: number | null; trouble: string | null } {
    return { signed: this.signed, signedAt: this.signedAt, trouble: this.trouble };
  }

  private request(): void {
    if (this.paused) return;
    this.due = true;
    this.writing ??= this.write();
  }

  private async write(): Promise<void> {
    // One turn later: heads of one tick share a checkpoint, and `writing` is set.
    await Promise.resolve();
    while (this.due && !this.paused) {
      this.due = false;
      if (this.head.seq > this.signed) await this.sign(this.head);
    }
    this.writing = undefined;
  }

  private async sign({ seq, sha256 }: ChainHead): Promise<void> {
    try {
      const now = this.clock.now();
      const time = new Date(now).toISOString();
      await this.file.append({ chain: this.chain, seq, head: sha256, time });
      this.signed = seq;
      this.signedAt = now;
      this.trouble = null;
    } catch (error) {
      // Retried with the next row or interval; readiness shows it until then.
      this.trouble = String(error);
      this.logger.error(`A checkpoint could not be written to ${this.file.file}: ${this.trouble}`);
    }
  }
}
