import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Reads, type Tx } from '../../database/index.js';
import { LoginLinkEntity } from './login-link.entity.js';

/** Rows of login links. */
@Injectable()
export class LoginLinksRepository {
  constructor(private readonly reads: Reads) {}

  async add(tx: Tx, link: Omit<LoginLinkEntity, 'token'>): Promise<void> {
    await tx.manager.insert(LoginLinkEntity, link);
  }

  byHash(id_sha256: string, tx?: Tx): Promise<LoginLinkEntity | null> {
    return (tx ?? this.reads).manager.findOne(LoginLinkEntity, {
      where: { id_sha256 },
      relations: { token: { operator: true } },
    });
  }

  /** False when somebody was first: the database decides, so that it works once. */
  async use(tx: Tx, id_sha256: string, at: number): Promise<boolean> {
    const unused = { id_sha256, used_at: IsNull(), ended_at: IsNull() };
    const { affected } = await tx.manager.update(LoginLinkEntity, unused, { used_at: at });
    return affected === 1;
  }

  /** Ends those of a token that nobody used. */
  async endOf(tx: Tx, token_id: string, at: number): Promise<void> {
    const unused = { token_id, used_at: IsNull(), ended_at: IsNull() };
    await tx.manager.update(LoginLinkEntity, unused, { ended_at: at });
  }
}
