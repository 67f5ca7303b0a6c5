import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../database/index.js';

/** What one operator has set for their own chat. */
@Entity('chat_settings')
export class ChatSettingsEntity {
  @PrimaryColumn('varchar')
  operator_id!: string;

  /** JSON of what they have set; all else is as the server does by itself. */
  @Column('text')
  own!: string;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;
}
