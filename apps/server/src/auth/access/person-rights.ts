import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../database/index.js';
import { CLOCK, maySee } from '../../kernel/index.js';
import { TokensRepository } from './tokens.repository.js';

/** What a person may, by all their own tokens together. */
export interface Rights {
  /** Null = all PCs. */
  readonly agents: readonly string[] | null;
  readonly decide: boolean;
  /** Admin of all PCs. */
  readonly admin: boolean;
}

export interface Approver {
  readonly id: string;
  readonly name: string;
}

/** For what reaches people while they are not logged in. */
@Injectable()
export class PersonRights {
  constructor(
    private readonly tokens: TokensRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Undefined once nothing opens the dashboard for them. */
  async of(tx: Pick<Tx, 'manager'>, operatorId: string): Promise<Rights | undefined> {
    const now = this.clock.now();
    const live = (await this.tokens.liveOfOperator(tx, operatorId)).filter(
      ({ scope, expires_at, task_id }) =>
        (scope === 'admin' || scope === 'operator') &&
        (expires_at === null || expires_at > now) &&
        task_id === null,
    );
    if (live.length === 0) return undefined;
    const all = live.some(({ agents }) => agents === null);
    return {
      agents: all ? null : [...new Set(live.flatMap(({ agents }) => agents ?? []))],
      decide: live.some(({ decide }) => decide),
      admin: live.some(({ scope, agents }) => scope === 'admin' && agents === null),
    };
  }

  /** Everybody who can approve a change on that PC, once however many tokens they have. */
  async approversFor(tx: Pick<Tx, 'manager'>, agentId: string): Promise<Approver[]> {
    const now = this.clock.now();
    const able = (await this.tokens.deciding(tx)).filter(
      (token) =>
        (token.expires_at === null || token.expires_at > now) &&
        token.classes.includes('change') &&
        maySee(token, agentId),
    );
    const people = new Map(able.map(({ operator }) => [operator.id, operator.name]));
    return [...people].map(([id, name]) => ({ id, name }));
  }

  /** What people call them; undefined when there is no such person. */
  async nameOf(tx: Pick<Tx, 'manager'>, operatorId: string): Promise<string | undefined> {
    return (await this.tokens.operator(tx, operatorId))?.name;
  }
}
