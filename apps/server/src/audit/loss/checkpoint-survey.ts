import { EMPTY, type ChainHead } from '../audit-chain.js';
import type { Checkpoint, CheckpointFile, CheckpointLine } from '../checkpoint-file.js';
import { sameHead, type LossClaim } from './chain-loss.js';

export interface SurveyedLoss {
  readonly line: number;
  readonly checkpoint: Checkpoint & { readonly loss: LossClaim };
}

/**
 * Summary of a chain's checkpoints: the last row they vouch for, and which rows an admin has
 * accepted as lost, whose checkpoints no longer count. Keeps the losses only.
 */
export class CheckpointSurvey {
  private last: Checkpoint | undefined;
  private accepted: SurveyedLoss[] = [];
  private lines = 0;

  private constructor(readonly chain: string) {}

  static async of(file: CheckpointFile, chain: string): Promise<CheckpointSurvey> {
    const survey = new CheckpointSurvey(chain);
    for await (const line of file.lines()) survey.take(line);
    return survey;
  }

  /** The highest row with a checkpoint. */
  get top(): Checkpoint | undefined {
    return this.last;
  }

  get head(): ChainHead {
    return this.last ? { seq: this.last.seq, sha256: this.last.head } : EMPTY;
  }

  /** False: this chain never had a checkpoint, readable or not. */
  get hasLines(): boolean {
    return this.lines > 0;
  }

  /** Losses of the present chain, oldest first. */
  get losses(): readonly SurveyedLoss[] {
    return this.accepted;
  }

  /** False for a checkpoint of a lost row, or out of order. */
  counts(line: number, { seq, head, loss }: Checkpoint): boolean {
    if (this.isLost(line, seq)) return false;
    if (!loss) return true;
    return this.accepted.some(({ checkpoint: known }) => known.seq === seq && known.head === head);
  }

  /** Whether that row is accepted as lost. */
  isLost(line: number, seq: number): boolean {
    return this.accepted.some(
      ({ line: later, checkpoint: { loss } }) => later > line && seq > loss.kept.seq,
    );
  }

  private take({ line, checkpoint }: CheckpointLine): void {
    this.lines += 1;
    if (checkpoint?.chain !== this.chain) return;
    const { loss } = checkpoint;
    if (loss) this.takeLoss(line, { ...checkpoint, loss });
    else if (checkpoint.seq > this.head.seq) this.last = checkpoint;
  }

  /** A line that was copied from elsewhere in the file names another end than the one before it. */
  private takeLoss(line: number, checkpoint: SurveyedLoss['checkpoint']): void {
    const { seq, loss } = checkpoint;
    if (!sameHead(loss.lost, this.head) || loss.kept.seq >= seq) return;
    const still = this.accepted.filter((known) => known.checkpoint.seq <= loss.kept.seq);
    this.accepted = [...still, { line, checkpoint }];
    this.last = checkpoint;
  }
}
