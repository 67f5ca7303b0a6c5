import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AgentPresence, AgentRecord } from './agent-record.js';
import { AgentsRepository } from './agents.repository.js';

/**
 * All PCs in memory, for handshakes and lists. Holds committed state only: invariants are checked
 * in transactions, never here.
 */
@Injectable()
export class AgentIndex implements OnModuleInit {
  private readonly byUid = new Map<string, AgentRecord>();
  private readonly uidOf = new Map<string, string>();

  constructor(private readonly agents: AgentsRepository) {}

  async onModuleInit(): Promise<void> {
    for (const agent of await this.agents.all()) this.put(agent);
  }

  /** By the exact id. */
  get(agentId: string): AgentRecord | undefined {
    const uid = this.uidOf.get(agentId);
    return uid === undefined ? undefined : this.byUid.get(uid);
  }

  getByUid(agentUid: string): AgentRecord | undefined {
    return this.byUid.get(agentUid);
  }

  list(): AgentRecord[] {
    return [...this.byUid.values()];
  }

  /** Called when a change is durable. Presence is newer here than in any row. */
  put(agent: AgentRecord): void {
    const known = this.byUid.get(agent.agent_uid);
    this.byUid.set(agent.agent_uid, known ? { ...agent, ...presenceOf(known) } : agent);
    this.uidOf.set(agent.agent_id, agent.agent_uid);
  }

  remove({ agent_uid, agent_id }: Pick<AgentRecord, 'agent_uid' | 'agent_id'>): void {
    this.byUid.delete(agent_uid);
    // The id may already belong to a PC that was added at the same moment.
    if (this.uidOf.get(agent_id) === agent_uid) this.uidOf.delete(agent_id);
  }

  /** False when the PC is no longer there. */
  touch(agentUid: string, heard: Partial<AgentPresence>): boolean {
    const known = this.byUid.get(agentUid);
    if (!known) return false;
    this.byUid.set(agentUid, { ...known, ...heard });
    return true;
  }
}

function presenceOf({ last_seen, last_meta, last_protocol }: AgentPresence): AgentPresence {
  return { last_seen, last_meta, last_protocol };
}
