import { Injectable } from '@nestjs/common';
import { KennyError, type Principal } from '../../kernel/index.js';
import type { Anonymous } from '../acting.js';
import { PrincipalResolver } from './principal-resolver.js';
import { RefusedProofs } from './refused-proofs.js';

/** Recognises whoever shows a bearer token: what every door asks first. */
@Injectable()
export class BearerProof {
  constructor(
    private readonly resolver: PrincipalResolver,
    private readonly refused: RefusedProofs,
  ) {}

  /**
   * A right token is looked up and nothing else; for a wrong one see {@link RefusedProofs}.
   * @throws KennyError `unauthenticated`, `rate_limited`
   */
  async recognise(
    from: Anonymous,
    secret: string,
    target: 'login' | 'bearer' = 'bearer',
  ): Promise<Principal> {
    try {
      return await this.resolver.fromBearer(secret);
    } catch (error) {
      if (!(error instanceof KennyError) || error.code !== 'unauthenticated') throw error;
      throw await this.refused.refuse(from, target, error);
    }
  }
}
