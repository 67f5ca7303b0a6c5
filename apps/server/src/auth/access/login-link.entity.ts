import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { asNumber } from '../../database/index.js';
import { TokenEntity } from './token.entity.js';

/** A link that logs one browser in with a token, once. */
@Entity('login_links')
export class LoginLinkEntity {
  /** SHA-256 of its secret, which is kept nowhere. */
  @PrimaryColumn('varchar')
  id_sha256!: string;

  @Column('varchar')
  token_id!: string;

  @ManyToOne(() => TokenEntity)
  @JoinColumn({ name: 'token_id' })
  token!: Relation<TokenEntity>;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  expires_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  used_at!: number | null;

  /** Another one took its place. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  ended_at!: number | null;
}
