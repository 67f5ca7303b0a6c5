import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { asNumber } from '../../database/index.js';
import { TokenEntity } from './token.entity.js';

/** A browser's login, with exactly the rights of its token (D6). */
@Entity('browser_sessions')
export class LoginEntity {
  /** SHA-256 of the cookie's value. */
  @PrimaryColumn('varchar')
  id_sha256!: string;

  @Column('varchar')
  token_id!: string;

  @ManyToOne(() => TokenEntity)
  @JoinColumn({ name: 'token_id' })
  token!: Relation<TokenEntity>;

  @Column('bigint', { transformer: asNumber })
  opened_at!: number;

  /** Within a minute: uses are gathered in memory and written together. */
  @Column('bigint', { transformer: asNumber })
  last_used_at!: number;

  @Column('varchar', { nullable: true })
  user_agent!: string | null;
}
