import type { Clock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import type { ChainHead } from './audit-chain.js';
import type { CheckpointFile } from './checkpoint-file.js';

/** A checkpoint at least every so many rows, and every so often when there are new ones. */
export const CHECKPOINT_ROWS = 100;
export const CHECKPOINT_MS = 5 * 60_000;

/**
 * Decides when the head of the chain is signed and written beside the database. Off the hot path:
 * one write at a time, and a head that comes meanwhile is covered by the next.
 */
export class Checkpointer {
  private readonly logger = new Logger('AuditCheckpoints');
  private head: ChainHead;
  private signed: number;
  private due = false;
  private writing: Promise<void> | undefined;
  private trouble: string | null = null;
  /** Nothing is vouched for while the database and the checkpoints do not agree. */
  private paused = false;

  /** @param start - the head found at the start; its checkpoint is due when nothing vouches for it. */
  constructor(
    private readonly chain: string,
    private readonly file: Pick<CheckpointFile, 'append' | 'file'>,
    private readonly clock: Clock,
    start: ChainHead,
    lastSigned: number,
  ) {
    this.head = start;
    this.signed = Math.min(lastSigned, start.seq);
  }

  /** The chain has grown and that is durable. */
  committed(head: ChainHead, urgent: boolean): void {
    this.head = head;
    if (urgent || head.seq - this.signed >= CHECKPOINT_ROWS) this.request();
  }

  /** Writes what is not vouched for yet; resolves when that is done or has failed. */
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

  status(): { signed: number; trouble: string | null } {
    return { signed: this.signed, trouble: this.trouble };
  }

  private request(): void {
    if (this.paused) return;
    this.due = true;
    this.writing ??= this.write();
  }

  private async write(): Promise<void> {
    // A turn, so that the heads of one tick share a checkpoint and `writing` is set by now.
    await Promise.resolve();
    while (this.due && !this.paused) {
      this.due = false;
      if (this.head.seq > this.signed) await this.sign(this.head);
    }
    this.writing = undefined;
  }

  private async sign({ seq, sha256 }: ChainHead): Promise<void> {
    try {
      const time = new Date(this.clock.now()).toISOString();
      await this.file.append({ chain: this.chain, seq, head: sha256, time });
      this.signed = seq;
      this.trouble = null;
    } catch (error) {
      // Tried again with the next row or the next interval; readiness shows it until then.
      this.trouble = String(error);
      this.logger.error(`A checkpoint could not be written to ${this.file.file}: ${this.trouble}`);
    }
  }
}
