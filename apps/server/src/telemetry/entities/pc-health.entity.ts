import type { SectionHealth } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A PC's latest evaluated health: what the fleet shows without reading a snapshot. */
@Entity('pc_health')
export class PcHealthEntity {
  @PrimaryColumn('varchar', { length: 36 })
  agent_uid!: string;

  @Column('bigint', { transformer: asNumber })
  received_at!: number;

  @Column('bigint', { nullable: true, transformer: asNumber })
  collected_at!: number | null;

  @Column('simple-json')
  sections!: SectionHealth[];

  @Column('simple-json')
  refs!: Record<string, string>;

  /** The strip as it stood in the half hour `strip_slot`. */
  @Column('varchar', { length: 48 })
  strip!: string;

  @Column('integer')
  strip_slot!: number;
}
