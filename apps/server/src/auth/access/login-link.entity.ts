import { Column, Entity } from 'typeorm';
import { asNumber } from '../../database/index.js';
import { OfToken } from './of-token.js';

/** A link that logs one browser in with a token, once. */
@Entity('login_links')
export class LoginLinkEntity extends OfToken {
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
