import { AGENT_FEATURES, TWO_KEY_TAG, type CatalogTool } from '@kenny/contract';
import { KennyError, maySee, type CallContext } from '../kernel/index.js';
import { AgentDirectory, AgentsService, type AgentRecord, type LiveAgent } from '../auth/index.js';
import { Injectable } from '@nestjs/common';

/** Tools that an agent has to announce (design §3, register.meta). */
const ANNOUNCED: ReadonlySet<string> = new Set(AGENT_FEATURES);

export interface Target {
  readonly record: AgentRecord;
  readonly live: LiveAgent;
}

/** Finds a call's PC, or says why it cannot be reached. */
@Injectable()
export class Targets {
  constructor(
    private readonly agents: AgentsService,
    private readonly directory: AgentDirectory,
  ) {}

  /** @throws no_agent (details: agents), unknown_agent, offline, unsupported */
  find(ctx: CallContext, tool: CatalogTool, agentId: string | undefined): Target {
    const record = this.record(ctx, agentId);
    const live = this.directory.get(record.agent_id);
    if (!live || live.agent_uid !== record.agent_uid) {
      throw new KennyError('offline', `${record.agent_id} is not connected`);
    }
    refuseUnsupported(tool, live);
    return { record, live };
  }

  /** Whether the PC currently requires two people for high risk. */
  wantsTwoKeys(agentUid: string): boolean {
    return this.agents.getByUid(agentUid)?.tags.includes(TWO_KEY_TAG) ?? false;
  }

  private record({ principal }: CallContext, agentId: string | undefined): AgentRecord {
    if (agentId === undefined) {
      const agents = this.agents
        .list()
        .map(({ agent_id }) => agent_id)
        .filter((id) => maySee(principal, id));
      throw new KennyError('no_agent', 'name the PC with agent_id', { agents });
    }
    const record = this.agents.get(agentId);
    if (!record || !maySee(principal, record.agent_id)) {
      throw new KennyError('unknown_agent', `there is no PC "${agentId.slice(0, 64)}"`);
    }
    return record;
  }
}

function refuseUnsupported(tool: CatalogTool, { agent_id, meta }: LiveAgent): void {
  if (!tool.os.includes(meta.os)) {
    throw new KennyError(
      'unsupported',
      `${tool.name} does not exist on ${meta.os}; ${agent_id} runs ${meta.os}`,
    );
  }
  const announces = meta.features?.includes(tool.name) ?? meta.tools?.includes(tool.name) ?? false;
  if (ANNOUNCED.has(tool.name) && !announces) {
    throw new KennyError('unsupported', `the agent on ${agent_id} is too old for ${tool.name}`);
  }
}
