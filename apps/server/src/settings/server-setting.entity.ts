import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../database/index.js';

/** What an admin has set for the whole server while it runs. */
@Entity('server_settings')
export class ServerSettingEntity {
  @PrimaryColumn('varchar')
  name!: string;

  @Column('text')
  value!: string;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;
}
