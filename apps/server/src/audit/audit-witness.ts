import type { AuditRowEntity } from './audit-row.entity.js';

/** A row as witnesses see it, whether or not it fits the chain. */
export type SeenRow = Pick<AuditRowEntity, 'kind' | 'target' | 'approval_id' | 'args'>;

/**
 * Evidence from elsewhere that rows must exist: an audit log cut back to an earlier checkpoint is a
 * valid chain. Collected before the first row is read.
 */
export interface AuditWitness {
  see(row: SeenRow): void;
  /** After the last row: what is missing, one sentence each. */
  missing(): string[];
}
