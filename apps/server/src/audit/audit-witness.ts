import type { AuditRowEntity } from './audit-row.entity.js';

/** What a witness is shown of each row, whether it fits the chain or not. */
export type SeenRow = Pick<AuditRowEntity, 'kind' | 'target' | 'approval_id' | 'args'>;

/**
 * Knows from elsewhere that rows must be there: whoever cuts the record back to an earlier
 * checkpoint leaves a chain that fits. It knew so before the first row was read.
 */
export interface AuditWitness {
  see(row: SeenRow): void;
  /** What no row told of, one sentence each, after the last row. */
  missing(): string[];
}
