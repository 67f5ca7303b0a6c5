import { agentIdKey } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Reads, updateRows, type Tx } from '../../database/index.js';
import { AgentKeyEntity, type AgentKeyState } from './agent-key.entity.js';
import { recordOf, type AgentPresence, type AgentRecord } from './agent-record.js';
import { AgentEntity } from './agent.entity.js';
import { NOTHING_SAID } from './agent-naming.js';
import { EnrolmentEntity } from './enrolment.entity.js';

const PRESENCE = ['last_seen', 'last_meta', 'last_protocol'] as const;

/** Rows of PCs, their keys and enrolment tokens. */
@Injectable()
export class AgentsRepository {
  constructor(private readonly reads: Reads) {}

  /** Every living PC with its keys, for the index that is kept in memory. */
  async all(): Promise<AgentRecord[]> {
    const agents = await this.reads.manager.findBy(AgentEntity, { removed_at: IsNull() });
    const rows = await this.reads.manager.findBy(AgentKeyEntity, { state: Not('retired') });
    const keys = new Map<string, AgentKeyEntity[]>();
    for (const row of rows) keys.set(row.agent_uid, [...(keys.get(row.agent_uid) ?? []), row]);
    return agents.map((agent) => recordOf(agent, keys.get(agent.agent_uid) ?? []));
  }

  /** A living PC by its exact id. */
  byId(tx: Tx, agent_id: string): Promise<AgentEntity | null> {
    return tx.manager.findOneBy(AgentEntity, { agent_id, removed_at: IsNull() });
  }

  byUid(tx: Tx, agent_uid: string): Promise<AgentEntity | null> {
    return tx.manager.findOneBy(AgentEntity, { agent_uid, removed_at: IsNull() });
  }

  /** A living PC whose id is the same but for case. */
  bySimilarId(tx: Tx, agent_id: string): Promise<AgentEntity | null> {
    return tx.manager.findOneBy(AgentEntity, { agent_id_key: agentIdKey(agent_id) });
  }

  async record(tx: Tx, agent: AgentEntity): Promise<AgentRecord> {
    return recordOf(agent, await this.keysOf(tx, agent.agent_uid));
  }

  async add(tx: Tx, agent: AgentEntity): Promise<void> {
    await tx.manager.insert(AgentEntity, agent);
  }

  async update(tx: Tx, agent_uid: string, changes: Partial<AgentEntity>): Promise<void> {
    await tx.manager.update(AgentEntity, { agent_uid }, changes);
  }

  notePresence(
    tx: Tx,
    heard: readonly (AgentPresence & Pick<AgentEntity, 'agent_uid'>)[],
  ): Promise<void> {
    return updateRows(tx.manager, AgentEntity, 'agent_uid', PRESENCE, heard);
  }

  /** Leaves a tombstone and what was retired, so that a revoked key stays refused. */
  async remove(tx: Tx, agent_uid: string, at: number): Promise<void> {
    await tx.manager.delete(EnrolmentEntity, { agent_uid });
    await tx.manager.delete(AgentKeyEntity, { agent_uid, state: In(['current', 'next']) });
    const ids = { agent_id_key: null, legacy_token_sha256: null };
    // About people, and of no use without the PC.
    const gone = { removed_at: at, ...ids, ...NOTHING_SAID };
    await this.update(tx, agent_uid, gone);
  }

  keysOf(tx: Tx, agent_uid: string): Promise<AgentKeyEntity[]> {
    return tx.manager.findBy(AgentKeyEntity, { agent_uid, state: Not('retired') });
  }

  keyByHash(tx: Tx, key_sha256: string): Promise<AgentKeyEntity | null> {
    return tx.manager.findOneBy(AgentKeyEntity, { key_sha256 });
  }

  async addKey(tx: Tx, key: AgentKeyEntity): Promise<void> {
    await tx.manager.insert(AgentKeyEntity, key);
  }

  async moveKeys(tx: Tx, agent_uid: string, from: AgentKeyState, to: AgentKeyState): Promise<void> {
    await tx.manager.update(AgentKeyEntity, { agent_uid, state: from }, { state: to });
  }

  /** In a transaction it sees what that one has done; without, what is committed. */
  enrolmentOf(agent_uid: string, tx?: Tx): Promise<EnrolmentEntity | null> {
    return (tx ?? this.reads).manager.findOneBy(EnrolmentEntity, { agent_uid });
  }

  enrolmentByToken(token_sha256: string): Promise<EnrolmentEntity | null> {
    return this.reads.manager.findOneBy(EnrolmentEntity, { token_sha256 });
  }

  /** Takes the place of any token the PC had. */
  async putEnrolment(tx: Tx, enrolment: EnrolmentEntity): Promise<void> {
    await tx.manager.upsert(EnrolmentEntity, enrolment, ['agent_uid']);
  }

  /** The compare-and-set that makes a token single-use: false if it is used, replaced or over. */
  async consume(
    tx: Tx,
    use: { agent_uid: string; token_sha256: string; key_sha256: string; now: number },
  ): Promise<boolean> {
    const { affected } = await tx.manager
      .createQueryBuilder()
      .update(EnrolmentEntity)
      .set({ used_key_sha256: use.key_sha256, used_at: use.now })
      .where(
        'agent_uid = :agent_uid AND token_sha256 = :token_sha256 ' +
          'AND used_key_sha256 IS NULL AND expires_at > :now',
        use,
      )
      .execute();
    return affected === 1;
  }
}
