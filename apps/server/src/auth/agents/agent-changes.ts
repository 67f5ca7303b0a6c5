import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../../audit/index.js';
import type { Tx } from '../../database/index.js';
import { CLOCK, EventBus, type EventMap } from '../../kernel/index.js';
import type { Origin } from '../acting.js';
import { AgentIndex } from './agent-index.js';
import type { AgentRecord } from './agent-record.js';
import type { AgentEntity } from './agent.entity.js';
import { AgentsRepository } from './agents.repository.js';

export interface AgentChange {
  readonly agent: Pick<AgentEntity, 'agent_uid' | 'agent_id'>;
  readonly change: EventMap['agent.changed']['change'];
  /** What was done, for the audit row. */
  readonly action: string;
  readonly details?: Record<string, unknown>;
  /** Whether sockets of the old identity must end. */
  readonly disconnect?: boolean;
}

/** Completes every change of a PC: audit row, then index and events after the commit. */
@Injectable()
export class AgentChanges {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly index: AgentIndex,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Last in the transaction: it reads the changed record. */
  async finish(tx: Tx, by: Origin, { agent, ...what }: AgentChange): Promise<AgentRecord | null> {
    const { agent_uid, agent_id } = agent;
    await this.audit.append(tx, rowOf(by, agent, what));
    const row = await this.agents.byUid(tx, agent_uid);
    const record = row ? await this.agents.record(tx, row) : null;
    tx.onCommit(() => {
      if (record) this.index.put(record);
      else this.index.remove({ agent_uid, agent_id });
      const { change, disconnect = false } = what;
      const at = this.clock.now();
      this.events.emit('agent.changed', { agent_id, agent_uid, change, disconnect, at });
    });
    return record;
  }
}

function rowOf(
  by: Origin,
  { agent_uid, agent_id }: AgentChange['agent'],
  { action, details }: Omit<AgentChange, 'agent'>,
): AuditEntry {
  return {
    ...by,
    kind: 'agent',
    agent_id,
    target: action,
    args: { agent_uid, ...details },
    ok: true,
  };
}
