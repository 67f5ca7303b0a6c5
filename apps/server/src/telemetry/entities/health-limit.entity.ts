import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A limit of a health rule that was moved for a PC, or for all PCs with a tag. */
@Entity('health_limits')
export class HealthLimitEntity {
  @PrimaryColumn('varchar', { length: 8 })
  scope!: 'pc' | 'tag';

  /** `agent_uid` of the PC, or the tag. */
  @PrimaryColumn('varchar', { length: 64 })
  subject!: string;

  @PrimaryColumn('varchar', { length: 64 })
  section!: string;

  /** As `limitName` of the rule's threshold. */
  @PrimaryColumn('varchar', { length: 64 })
  field!: string;

  /** Null here and below: as the rule has it. */
  @Column('double precision', { nullable: true, transformer: asNumber })
  warn!: number | null;

  @Column('double precision', { nullable: true, transformer: asNumber })
  crit!: number | null;

  @Column('varchar', { length: 128 })
  by_name!: string;

  @Column('bigint', { transformer: asNumber })
  at!: number;
}
