import type { ActorRef, Os } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** An agent release; its bytes are in a file of the same name. */
@Entity('releases')
export class ReleaseEntity {
  @PrimaryColumn('varchar')
  name!: string;

  @Column('varchar')
  version!: string;

  @Column('varchar')
  os!: Os;

  @Column('varchar')
  arch!: string;

  @Column('bigint', { transformer: asNumber })
  size!: number;

  @Column('varchar')
  sha256!: string;

  @Column('varchar')
  sig!: string;

  /** The signature was verified by this server. */
  @Column('boolean')
  verified!: boolean;

  @Column('bigint', { transformer: asNumber })
  published_at!: number;

  @Column('varchar')
  publisher_kind!: ActorRef['kind'];

  @Column('varchar')
  publisher_id!: string;

  @Column('varchar')
  publisher_name!: string;

  /** The file was deleted; the row stays, so that the name never gets other content. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  withdrawn_at!: number | null;
}
