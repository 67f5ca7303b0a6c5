import { randomUUID } from 'node:crypto';
import {
  agentIdKey,
  type CreateAgentBody,
  type EnrollmentIssued,
  type PatchAgentBody,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { hashSecret, newSecret } from '../secrets.js';
import { PersonRights } from '../access/person-rights.js';
import { AgentChanges } from './agent-changes.js';
import { AgentIndex } from './agent-index.js';
import type { AgentRecord } from './agent-record.js';
import { AgentRetirement, type RetireHook } from './agent-retirement.js';
import { cleanName, namingAfter, namingOf, NOTHING_SAID, whatChanged } from './agent-naming.js';
import { mustBeAgentId, mustSee, unknownAgent } from './agent-rules.js';
import type { AgentEntity } from './agent.entity.js';
import { beginsTwoKey, mustBeEnough } from './two-key-rules.js';
import { AgentsRepository } from './agents.repository.js';
import { EnrolmentTokens } from './enrolment-tokens.js';

/** Adding, changing and removing PCs. */
@Injectable()
export class AgentsService {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly index: AgentIndex,
    private readonly changes: AgentChanges,
    private readonly tokens: EnrolmentTokens,
    private readonly retirement: AgentRetirement,
    private readonly people: PersonRights,
    private readonly writer: Writer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'allowTokenAuth'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** From memory, by exact id; visibility is the caller's check (`maySee`). */
  get(agentId: string): AgentRecord | undefined {
    return this.index.get(agentId);
  }

  getByUid(agentUid: string): AgentRecord | undefined {
    return this.index.getByUid(agentUid);
  }

  /** From memory. @throws KennyError `unknown_agent`, also for a PC the principal may not see. */
  mustGet({ principal }: Pick<Acting, 'principal'>, agentId: string): AgentRecord {
    mustSee(principal, agentId);
    const agent = this.index.get(agentId);
    if (!agent) throw unknownAgent(agentId);
    return agent;
  }

  /** Every PC, from memory, in no order. */
  list(): AgentRecord[] {
    return this.index.list();
  }

  /** `hook` runs in the transaction that ends a PC's identity; returns how to remove it. */
  onRetire(hook: RetireHook): () => void {
    return this.retirement.onRetire(hook);
  }

  /**
   * Adds a PC and hands out its enrolment token.
   * @throws KennyError `validation`, `conflict` (an id that differs at most in case, or a legacy
   * token that this server would not accept), `unknown_agent` for an id the admin may not touch.
   */
  async create(acting: Acting, body: CreateAgentBody): Promise<EnrollmentIssued> {
    mustBeAgentId(body.agent_id);
    mustSee(acting.principal, body.agent_id);
    const legacy_token = body.legacy_token ? this.newLegacyToken() : null;
    const agent: AgentEntity = {
      agent_uid: randomUUID(),
      agent_id: body.agent_id,
      agent_id_key: agentIdKey(body.agent_id),
      name: cleanName(body.name ?? body.agent_id),
      tags: [],
      ...NOTHING_SAID,
      os: body.os ?? null,
      legacy_token_sha256: legacy_token && hashSecret(legacy_token),
      created_at: this.clock.now(),
      enrolled_at: null,
      removed_at: null,
      last_seen: null,
      last_meta: null,
      last_protocol: null,
    };
    const issued = await this.writer.write(async (tx) => {
      await this.mustBeFree(tx, body.agent_id);
      await this.agents.add(tx, agent);
      const enrolment = await this.tokens.issue(tx, agent, 'first', { at: body.at });
      const { name, os } = agent;
      const details = { name, os, legacy_token: legacy_token !== null };
      await this.changes.finish(tx, by(acting), {
        agent,
        change: 'created',
        action: 'create',
        details,
      });
      return enrolment;
    });
    return legacy_token ? { ...issued, legacy_token } : issued;
  }

  /**
   * @throws KennyError `unknown_agent`, `validation`, `forbidden` (see `namingAfter`), `conflict`
   * (see `mustBeEnough`)
   */
  async patch(acting: Acting, agentId: string, body: PatchAgentBody): Promise<AgentRecord> {
    mustSee(acting.principal, agentId);
    return this.writer.write(async (tx) => {
      const agent = await this.mustFind(tx, agentId);
      const before = namingOf(agent);
      const after = namingAfter(agent, body, acting.principal);
      if (beginsTwoKey(before, after) && !body.allow_too_few_approvers) {
        mustBeEnough(await this.people.approversFor(tx, agent.agent_id));
      }
      await this.agents.update(tx, agent.agent_uid, after);
      const record = await this.changes.finish(tx, by(acting), {
        agent,
        change: 'updated',
        action: 'update',
        details: whatChanged(before, after),
      });
      if (!record) throw unknownAgent(agentId);
      return record;
    });
  }

  /** Removes the PC; its keys, tokens and waiting calls end with it. */
  async remove(acting: Acting, agentId: string): Promise<void> {
    mustSee(acting.principal, agentId);
    await this.writer.write(async (tx) => {
      const agent = await this.mustFind(tx, agentId);
      const { agent_uid, agent_id } = agent;
      await this.retirement.retire(tx, { agent_uid, agent_id, why: 'removed', by: by(acting) });
      await this.agents.remove(tx, agent_uid, this.clock.now());
      const end = { change: 'removed', action: 'remove', disconnect: true } as const;
      await this.changes.finish(tx, by(acting), { agent, ...end });
    });
  }

  private async mustFind(tx: Tx, agentId: string): Promise<AgentEntity> {
    const agent = await this.agents.byId(tx, agentId);
    if (!agent) throw unknownAgent(agentId);
    return agent;
  }

  private async mustBeFree(tx: Tx, agentId: string): Promise<void> {
    const taken = await this.agents.bySimilarId(tx, agentId);
    if (!taken) return;
    throw new KennyError(
      'conflict',
      `The id ${taken.agent_id} is taken (ids that differ only in case are the same): choose ` +
        'another, re-key that PC if it is this one, or remove it.',
    );
  }

  private newLegacyToken(): string {
    if (this.config.allowTokenAuth) return newSecret();
    throw new KennyError(
      'conflict',
      'This server does not accept legacy tokens; start it with KENNY_ALLOW_TOKEN_AUTH=1 if an ' +
        'agent older than protocol 0.8 needs one.',
    );
  }
}
