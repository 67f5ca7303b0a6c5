import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../database/index.js';

/** Metadata of a blob; its bytes are in a file of the same name. */
@Entity('artifacts')
export class ArtifactEntity {
  @PrimaryColumn('varchar')
  id!: string;

  /** `principalKey` of who may fetch it. */
  @Column('varchar')
  owner!: string;

  @Column('varchar')
  mime!: ArtifactMime;

  @Column('bigint', { transformer: asNumber })
  size!: number;

  @Column('varchar')
  sha256!: string;

  /** Epoch ms. */
  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  expires_at!: number;
}

export const ARTIFACT_MIMES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
  'application/octet-stream',
] as const;
export type ArtifactMime = (typeof ARTIFACT_MIMES)[number];
