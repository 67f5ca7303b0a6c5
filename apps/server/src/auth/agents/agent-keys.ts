import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { SYSTEM } from '../../kernel/index.js';
import { by, type Origin } from '../acting.js';
import { hashSecret, sameHash } from '../secrets.js';
import { AgentChanges } from './agent-changes.js';
import { AgentIndex } from './agent-index.js';
import type { AgentPublicKey } from './agent-record.js';
import { AgentRetirement } from './agent-retirement.js';
import { AgentsRepository } from './agents.repository.js';

/** A PC's credentials. */
export interface AgentCredentials {
  readonly agent_uid: string;
  /** The current key, then one that waits to take over; empty before the first enrolment. */
  readonly keys: readonly AgentPublicKey[];
  /** Only where the server accepts legacy tokens and the PC has no key. */
  readonly legacy_token_sha256: string | null;
}

const ROTATION: Origin = by({ principal: SYSTEM, door: 'system', request_id: 'rotation' });

/** Key lookup for handshakes, in memory: a reconnect storm must not reach the database. */
@Injectable()
export class AgentKeys {
  constructor(
    private readonly index: AgentIndex,
    private readonly agents: AgentsRepository,
    private readonly changes: AgentChanges,
    private readonly retirement: AgentRetirement,
    private readonly writer: Writer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'allowTokenAuth'>,
  ) {}

  /** By the exact id; undefined for a PC that is not known. */
  keyFor(agentId: string): AgentCredentials | undefined {
    const agent = this.index.get(agentId);
    if (!agent) return undefined;
    const keys = [agent.key, agent.next_key].filter((key) => key !== null);
    const legacy = this.config.allowTokenAuth && keys.length === 0;
    return {
      agent_uid: agent.agent_uid,
      keys,
      legacy_token_sha256: legacy ? agent.legacy_token_sha256 : null,
    };
  }

  /** Whether this is the PC's legacy bearer secret and still counts. */
  acceptsLegacyToken(agentId: string, token: string): boolean {
    const expected = this.keyFor(agentId)?.legacy_token_sha256;
    return expected ? sameHash(expected, hashSecret(token)) : false;
  }

  /**
   * Tell it after each verified signature: the first one by a waiting key completes the rotation,
   * and the old key is good no more. Otherwise it does nothing. Resolves when that is durable.
   */
  async keySigned(agentUid: string, key_sha256: string): Promise<void> {
    if (this.index.getByUid(agentUid)?.next_key?.key_sha256 !== key_sha256) return;
    await this.writer.write((tx) => this.completeRotation(tx, agentUid, key_sha256));
  }

  private async completeRotation(tx: Tx, agent_uid: string, key_sha256: string): Promise<void> {
    const agent = await this.agents.byUid(tx, agent_uid);
    const key = await this.agents.keyByHash(tx, key_sha256);
    if (!agent || key?.agent_uid !== agent_uid || key.state !== 'next') return;
    const { agent_id } = agent;
    await this.retirement.retire(tx, { agent_uid, agent_id, why: 'rekeyed', by: ROTATION });
    await this.agents.moveKeys(tx, agent_uid, 'current', 'retired');
    await this.agents.moveKeys(tx, agent_uid, 'next', 'current');
    // No disconnect: the connection that has just signed is the one to keep, and it takes the place
    // of any other by itself.
    await this.changes.finish(tx, ROTATION, {
      agent,
      change: 'rekeyed',
      action: 'rotate',
      details: { key_sha256 },
    });
  }
}
