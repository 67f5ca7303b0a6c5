import { Column, Entity } from 'typeorm';
import { asNumber } from '../../database/index.js';
import { OfToken } from './of-token.js';

/** A browser's login, with exactly the rights of its token (D6). */
@Entity('browser_sessions')
export class LoginEntity extends OfToken {
  @Column('bigint', { transformer: asNumber })
  opened_at!: number;

  /** Within a minute: uses are gathered in memory and written together. */
  @Column('bigint', { transformer: asNumber })
  last_used_at!: number;

  @Column('varchar', { nullable: true })
  user_agent!: string | null;

  /** On somebody's own device: it lasts longer. */
  @Column('boolean')
  stays!: boolean;
}
