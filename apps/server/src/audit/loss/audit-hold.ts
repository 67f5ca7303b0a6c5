import type { AuditLoss } from '@kenny/contract';
import { KennyError } from '../../kernel/index.js';
import { missingRows, type ChainLoss } from './chain-loss.js';

/** A loss that nobody has accepted yet; it blocks all changes. */
export class AuditHold {
  private held: AuditLoss | null = null;

  get loss(): AuditLoss | null {
    return this.held;
  }

  begin(loss: AuditLoss): void {
    this.held = loss;
  }

  end(): void {
    this.held = null;
  }

  /** @throws KennyError `held` */
  refuse(): void {
    if (this.held) throw new KennyError('held', `${this.held.message} Nothing was run.`);
  }
}

export function lossView(loss: ChainLoss, keptAt: string | null): AuditLoss {
  const { kept, lost, vouchedAt } = loss;
  return {
    kept: { ...kept, at: keptAt },
    lost: { ...lost, at: vouchedAt },
    missing: missingRows(loss),
    message: wordsOf(loss),
  };
}

function wordsOf(loss: ChainLoss): string {
  const missing = missingRows(loss);
  const next = 'No change runs until an admin accepts the loss: kenny audit accept-loss.';
  if (loss.kept.seq === 0) {
    return `The database was emptied, or set back to its beginning: the audit log has none of the rows that this server has written. ${next}`;
  }
  if (missing === null) {
    return `The database is not the one that this server has written: row ${loss.lost.seq} of the audit log is another. ${next}`;
  }
  const rows = missing === 1 ? '1 row' : `${missing} rows`;
  return `The database was set back to an earlier state: at least ${rows} of the audit log after row ${loss.kept.seq} are missing. ${next}`;
}
