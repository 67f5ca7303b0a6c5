import type { ActorRef } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import type { ChainHead } from '../audit-chain.js';

/** Mismatch between the database and its checkpoints. */
export interface ChainLoss {
  /** The last row that both agree on; row 0 when there is none. */
  readonly kept: ChainHead;
  /** The last row that a checkpoint vouches for; row 0 when none can be read. */
  readonly lost: ChainHead;
  /** When it was vouched for, ISO 8601. */
  readonly vouchedAt: string | null;
}

/** Signed line of the checkpoint file about lost rows. */
export interface LossClaim {
  readonly kept: ChainHead;
  readonly lost: ChainHead;
  readonly by: ActorRef;
}

export function sameHead(a: ChainHead, b: ChainHead): boolean {
  return a.seq === b.seq && a.sha256 === b.sha256;
}

/** Rows certainly missing; null when no checkpoint can say. Later ones may be missing as well. */
export function missingRows({ kept, lost }: Pick<ChainLoss, 'kept' | 'lost'>): number | null {
  return lost.seq > kept.seq ? lost.seq - kept.seq : null;
}

export function isLossClaim(value: unknown): value is LossClaim {
  if (!isObject(value)) return false;
  const { kept, lost, by } = value;
  return isHead(kept) && isHead(lost) && isActor(by);
}

export function isHead(value: unknown): value is ChainHead {
  if (!isObject(value)) return false;
  const { seq, sha256 } = value;
  return typeof seq === 'number' && Number.isSafeInteger(seq) && typeof sha256 === 'string';
}

function isActor(value: unknown): value is ActorRef {
  return isObject(value) && ['kind', 'id', 'name'].every((key) => typeof value[key] === 'string');
}
