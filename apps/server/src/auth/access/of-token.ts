import { Column, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { TokenEntity } from './token.entity.js';

/** What a token has let somebody have, known by a secret of which only the hash is kept. */
export abstract class OfToken {
  /** SHA-256 of the secret. */
  @PrimaryColumn('varchar')
  id_sha256!: string;

  @Column('varchar')
  token_id!: string;

  @ManyToOne(() => TokenEntity)
  @JoinColumn({ name: 'token_id' })
  token!: Relation<TokenEntity>;
}
