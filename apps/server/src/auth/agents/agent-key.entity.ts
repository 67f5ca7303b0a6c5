import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/**
 * `current` signs; `next` was enrolled by a rotation and becomes current when it first signs;
 * `retired` was replaced or revoked and is never accepted again.
 */
export type AgentKeyState = 'current' | 'next' | 'retired';

/** An agent's public key. Its hash is the primary key: no key ever serves two PCs. */
@Entity('agent_keys')
export class AgentKeyEntity {
  @PrimaryColumn('varchar')
  key_sha256!: string;

  @Column('varchar')
  agent_uid!: string;

  /** Standard base64 of the raw 32 bytes. */
  @Column('varchar')
  public_key!: string;

  @Column('varchar')
  state!: AgentKeyState;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;
}
