import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/index.js';
import type { Origin } from '../acting.js';

/** An identity that ends: nothing approved for it may run any more. */
export interface RetiredAgent {
  readonly agent_uid: string;
  readonly agent_id: string;
  readonly why: 'removed' | 'rekeyed' | 're-enrolled';
  /** Who caused it, for audit rows of what follows. */
  readonly by: Origin;
}

/** Runs inside the transaction that ends the identity; throwing undoes that as well. */
export type RetireHook = (tx: Tx, agent: RetiredAgent) => Promise<void>;

/** Hooks of upper modules for the end of an identity (design §5). */
@Injectable()
export class AgentRetirement {
  private readonly hooks = new Set<RetireHook>();

  /** Returns the function that removes the hook. */
  onRetire(hook: RetireHook): () => void {
    const own: RetireHook = (tx, agent) => hook(tx, agent);
    this.hooks.add(own);
    return () => void this.hooks.delete(own);
  }

  async retire(tx: Tx, agent: RetiredAgent): Promise<void> {
    for (const hook of this.hooks) await hook(tx, agent);
  }
}
