import type { AuditWitness, SeenRow } from '../../../audit/index.js';
import type { TokensService } from '../../../auth/index.js';
import type { ApprovalsService } from '../../../policy/index.js';

interface Expected {
  isRequested: boolean;
  decisions: number;
}

const CREATED = '"action":"create"';

/** Approvals and tokens of the database; each was written together with an audit row. */
export class DatabaseWitness implements AuditWitness {
  private readonly approvals = new Map<string, Expected>();
  private readonly tokens = new Set<string>();

  private constructor() {}

  static async of(approvals: ApprovalsService, tokens: TokensService): Promise<DatabaseWitness> {
    const witness = new DatabaseWitness();
    for await (const { id, decisions } of approvals.everMade()) {
      witness.approvals.set(id, { isRequested: true, decisions });
    }
    for (const id of await tokens.everMade()) witness.tokens.add(id);
    return witness;
  }

  see({ kind, target, approval_id, args }: SeenRow): void {
    if (kind === 'token' && target !== null && args?.includes(CREATED)) this.tokens.delete(target);
    const expected = kind === 'decision' && this.approvals.get(approval_id ?? '');
    if (!expected) return;
    if (target === 'request') expected.isRequested = false;
    if (target === 'approve' || target === 'deny') expected.decisions -= 1;
  }

  missing(): string[] {
    const asked = [...this.approvals].filter(([, { isRequested }]) => isRequested);
    const decided = [...this.approvals].filter(([, { decisions }]) => decisions > 0);
    return [
      ...asked.map(([id]) => `Approval ${id} was asked for, but no row says so: rows are missing.`),
      ...decided.map(([id]) => `Approval ${id} was decided, but not all rows of it are there.`),
      ...[...this.tokens].map(
        (id) => `Token ${id} was made, but no row says so: rows are missing.`,
      ),
    ];
  }
}
