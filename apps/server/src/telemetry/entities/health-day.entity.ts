import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * One PC's day in 24 characters, for the trend of the fleet: a month of a thousand PCs is so little
 * that it is read at once, where its snapshots are millions of rows (ADR 0034).
 */
@Entity('health_days')
@Index(['day'])
export class HealthDayEntity {
  @PrimaryColumn('varchar', { length: 36 })
  agent_uid!: string;

  /** Number of the day since 1970, by UTC. */
  @PrimaryColumn('integer')
  day!: number;

  /** A character for each hour, as in a strip: the worst that was seen in it. */
  @Column('varchar', { length: 24 })
  hours!: string;
}
