import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** An agent type that somebody has switched on or off; it stands above what its file says. */
@Entity('agent_type_switches')
export class AgentTypeSwitchEntity {
  @PrimaryColumn('varchar')
  type_id!: string;

  @Column('boolean')
  enabled!: boolean;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;
}
