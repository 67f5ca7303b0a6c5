import type { Os } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Reads, type Tx } from '../../database/index.js';
import { ReleaseEntity } from './release.entity.js';

/** What a release was built for. */
export interface ReleaseTarget {
  readonly os: Os;
  readonly arch: string;
}

/** Rows of releases; few, because all but the last of each target are withdrawn. */
@Injectable()
export class ReleasesRepository {
  constructor(private readonly reads: Reads) {}

  /** Without withdrawn ones. */
  published(target: Partial<ReleaseTarget> = {}): Promise<ReleaseEntity[]> {
    return this.reads.manager.findBy(ReleaseEntity, { ...target, withdrawn_at: IsNull() });
  }

  publishedOf(tx: Tx, { os, arch }: ReleaseTarget): Promise<ReleaseEntity[]> {
    return tx.manager.findBy(ReleaseEntity, { os, arch, withdrawn_at: IsNull() });
  }

  /** Including withdrawn ones. */
  byName(name: string, tx?: Tx): Promise<ReleaseEntity | null> {
    const manager = tx ? tx.manager : this.reads.manager;
    return manager.findOneBy(ReleaseEntity, { name });
  }

  async save(tx: Tx, release: ReleaseEntity): Promise<void> {
    await tx.manager.save(ReleaseEntity, release);
  }

  async withdraw(tx: Tx, name: string, at: number): Promise<void> {
    await tx.manager.update(ReleaseEntity, { name }, { withdrawn_at: at });
  }
}
