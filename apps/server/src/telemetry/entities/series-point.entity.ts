import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One number of one section at one time, for charts and forecasts (D10). */
@Entity('series_points')
export class SeriesPointEntity {
  @PrimaryColumn('varchar', { length: 36 })
  agent_uid!: string;

  @PrimaryColumn('varchar', { length: 64 })
  metric!: string;

  /** Which of several, e.g. the mount; empty when there is one. */
  @PrimaryColumn('varchar', { length: 200 })
  key!: string;

  @PrimaryColumn('bigint', { transformer: asNumber })
  at!: number;

  @Column('double precision')
  value!: number;
}
