import type { AuditRowView } from '@kenny/contract';
import { canonicalText } from '@kenny/kernel';
import type { ServerIdentity } from '../../config/index.js';
import type { Reads } from '../../database/index.js';
import type { ChainHead } from '../audit-chain.js';
import { viewOf } from '../audit-draft.js';
import type { AuditEntry } from '../audit-entry.js';
import { AuditRowEntity } from '../audit-row.entity.js';
import { isHead, sameHead, type ChainLoss, type LossClaim } from './chain-loss.js';

/** `target` of the rows of kind `restore`. */
const FOUND = 'found';
export const ACCEPTED = 'accepted';

/** The same key signs checkpoints and handshakes. */
const LABEL = 'kenny-audit-loss-v1\0';

/** Rows searched for the one that counts: whoever can write to the database can add some. */
const MOST = 1_000;

/** Written once, when the loss is found: it marks where the chain was cut. */
export function foundEntry({ kept, lost }: ChainLoss): AuditEntry {
  const actor = { kind: 'system', id: 'kenny', name: 'kenny' } as const;
  return {
    ...{ kind: 'restore', actor, door: 'system', target: FOUND, ok: false, code: 'held' },
    args: { kept, lost },
  };
}

/** The row that accepts a loss, signed for this place of the chain. */
export function acceptedArgs(
  identity: ServerIdentity,
  place: { readonly chain: string; readonly after: ChainHead },
  claim: LossClaim,
): Record<string, unknown> {
  const signature = identity.sign(signedBytes(place, claim)).toString('base64');
  return { kept: claim.kept, lost: claim.lost, signature };
}

export type AcceptedRow = Pick<AuditRowView, 'seq' | 'sha256' | 'at' | 'actor'>;

/** The row that accepted this loss, if any. */
export async function acceptedRow(
  reads: Reads,
  identity: ServerIdentity,
  chain: string,
  loss: ChainLoss,
): Promise<{ row: AcceptedRow; claim: LossClaim } | undefined> {
  for (const row of await restoreRows(reads, ACCEPTED)) {
    const { kept, lost, signature } = row.args ?? {};
    if (!isHead(kept) || !isHead(lost) || typeof signature !== 'string') continue;
    if (!sameHead(lost, loss.lost)) continue;
    const claim = { kept, lost, by: row.actor };
    const after = { seq: row.seq - 1, sha256: row.prev_sha256 };
    const signed = signedBytes({ chain, after }, claim);
    if (identity.verify(signed, Buffer.from(signature, 'base64'))) return { row, claim };
  }
  return undefined;
}

/** Where the chain was cut, by the row that was written when this loss was found. */
export async function foundCut(reads: Reads, lost: ChainHead): Promise<ChainHead | undefined> {
  for (const { args } of await restoreRows(reads, FOUND)) {
    if (isHead(args?.['lost']) && sameHead(args['lost'], lost) && isHead(args['kept'])) {
      return args['kept'];
    }
  }
  return undefined;
}

function signedBytes(
  { chain, after }: { readonly chain: string; readonly after: ChainHead },
  { kept, lost, by }: LossClaim,
): Buffer {
  return Buffer.from(LABEL + canonicalText({ chain, after, kept, lost, by }), 'utf8');
}

/** Newest first. */
async function restoreRows(reads: Reads, target: string): Promise<AuditRowView[]> {
  const rows = await reads.manager.find(AuditRowEntity, {
    where: { kind: 'restore', target },
    order: { seq: 'DESC' },
    take: MOST,
  });
  return rows.flatMap((row) => {
    try {
      return [viewOf(row)];
    } catch {
      // Not a row of ours; `verify` names it.
      return [];
    }
  });
}
