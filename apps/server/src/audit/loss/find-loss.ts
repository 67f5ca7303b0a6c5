import { In } from 'typeorm';
import type { Reads } from '../../database/index.js';
import { EMPTY, type ChainHead } from '../audit-chain.js';
import { AuditRowEntity } from '../audit-row.entity.js';
import type { CheckpointFile } from '../checkpoint-file.js';
import type { ChainLoss } from './chain-loss.js';
import type { CheckpointSurvey } from './checkpoint-survey.js';
import { foundCut } from './restore-row.js';

const AT_ONCE = 200;

interface Found {
  readonly reads: Reads;
  readonly file: CheckpointFile;
  readonly survey: CheckpointSurvey;
}

/**
 * Whether the database lacks rows that a checkpoint vouches for. An interrupted first start is no
 * loss: the first row is durable before the first checkpoint, so an empty database with checkpoints
 * has had rows, and one with a key alone has not.
 */
export async function findLoss(found: Found, head: ChainHead): Promise<ChainLoss | null> {
  const { reads, survey } = found;
  const { top } = survey;
  if (!top) {
    const wasEmptied = head.seq === 0 && survey.hasLines;
    return wasEmptied ? { kept: EMPTY, lost: EMPTY, vouchedAt: null } : null;
  }
  if ((await hashesOf(reads, [top.seq])).get(top.seq) === top.head) return null;
  const lost = survey.head;
  return { kept: await lastCommon(found, head, lost), lost, vouchedAt: top.time };
}

/** The last row that both agree on, as far as can be known. */
async function lastCommon(
  { reads, file, survey }: Found,
  head: ChainHead,
  lost: ChainHead,
): Promise<ChainHead> {
  const { common, foreign } = await compared(file, survey, reads);
  const noted = await foundCut(reads, lost);
  const isRight = (cut: ChainHead) => cut.seq >= common.seq && cut.seq < (foreign ?? Infinity);
  if (noted && isRight(noted)) return noted;
  return isRight(head) ? head : common;
}

/** The last checkpoint whose row matches, and the first whose row does not. */
async function compared(
  file: CheckpointFile,
  survey: CheckpointSurvey,
  reads: Reads,
): Promise<{ common: ChainHead; foreign?: number }> {
  let common = EMPTY;
  let marks: ChainHead[] = [];
  const judge = async (): Promise<number | undefined> => {
    const stored = await hashesOf(
      reads,
      marks.map(({ seq }) => seq),
    );
    for (const mark of marks) {
      const sha256 = stored.get(mark.seq);
      if (sha256 === mark.sha256) common = mark;
      else if (sha256 !== undefined) return mark.seq;
    }
    marks = [];
    return undefined;
  };
  for await (const { line, checkpoint } of file.lines()) {
    if (checkpoint?.chain !== survey.chain || !survey.counts(line, checkpoint)) continue;
    marks.push({ seq: checkpoint.seq, sha256: checkpoint.head });
    if (marks.length < AT_ONCE) continue;
    const foreign = await judge();
    if (foreign !== undefined) return { common, foreign };
  }
  const foreign = await judge();
  return { common, ...(foreign === undefined ? {} : { foreign }) };
}

async function hashesOf(reads: Reads, seqs: readonly number[]): Promise<Map<number, string>> {
  const rows = await reads.manager.find(AuditRowEntity, {
    select: { seq: true, sha256: true },
    where: { seq: In([...seqs]) },
  });
  return new Map(rows.map(({ seq, sha256 }) => [seq, sha256]));
}
