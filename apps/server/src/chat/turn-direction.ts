import type { SessionRecord, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { PrincipalResolver } from '../auth/index.js';
import { KennyError, type Principal } from '../kernel/index.js';
import { askerOf, covers, tokenOf } from './access.js';

/** Who may say what a turn does next: it works with the rights of the token that it was asked with. */
@Injectable()
export class TurnDirection {
  constructor(private readonly principals: PrincipalResolver) {}

  /** @throws KennyError `forbidden` when the turn may do what this caller may not */
  async mustCover(
    caller: Principal,
    session: SessionRecord,
    { requester }: TurnRecord,
  ): Promise<void> {
    const token = tokenOf(requester);
    if (token === null || token === caller.token_id) return;
    const asker = await this.principals.ofToken(token);
    // A turn whose token has ended may do nothing more.
    if (!asker || covers(caller, askerOf(asker, session))) return;
    throw new KennyError(
      'forbidden',
      'This turn was asked with a token that may do more than yours; use that one, or wait for the ' +
        'end of the turn and ask yourself.',
    );
  }
}
