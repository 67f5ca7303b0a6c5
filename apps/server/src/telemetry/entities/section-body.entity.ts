import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One section's content, once, however many snapshots show it (ADR 0004). */
@Entity('section_bodies')
export class SectionBodyEntity {
  /** First 24 bytes of SHA-256 over name and text, base64url. */
  @PrimaryColumn('varchar', { length: 32 })
  id!: string;

  @Column('varchar', { length: 64 })
  section!: string;

  /** Deflated JSON text. */
  @Column('blob')
  body!: Buffer;

  /** Refreshed at most once a day while snapshots still refer to it; epoch ms. */
  @Column('bigint', { transformer: asNumber })
  used_at!: number;
}
