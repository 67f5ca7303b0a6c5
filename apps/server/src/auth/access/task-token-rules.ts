import { SCOPE_RANK, TOOL_CLASSES, type ToolClass } from '@kenny/contract';
import { KennyError } from '../../kernel/index.js';
import type { TokenRights } from './token-rules.js';

/** What a task, or the type of its agent, leaves of the starter's rights. */
export interface RightsLimit {
  /** Null = all PCs. */
  readonly agents: readonly string[] | null;
  readonly classes: readonly ToolClass[];
}

/**
 * The rights of a task's token: what its starter, its type and the task itself all have. It never
 * decides, its client's word never counts, and it lasts no longer than the starter's token.
 * @throws KennyError `forbidden` when nothing is left
 */
export function taskRights(
  starter: Pick<TokenRights, 'scope' | 'agents' | 'classes' | 'expires_at'>,
  limits: readonly RightsLimit[],
): TokenRights {
  if (SCOPE_RANK[starter.scope] < SCOPE_RANK.operator) {
    throw new KennyError('forbidden', `A token of scope ${starter.scope} cannot start tasks.`);
  }
  const all: readonly RightsLimit[] = [starter, ...limits];
  const agents = all.reduce<readonly string[] | null>(
    (kept, limit) => both(kept, limit.agents),
    null,
  );
  const classes = TOOL_CLASSES.filter((one) => all.every((limit) => limit.classes.includes(one)));
  if (agents?.length === 0) {
    throw nothingLeft('The token that starts it reaches none of the PCs of this task');
  }
  if (classes.length === 0) {
    throw nothingLeft(
      'The token that starts it, the type of its agent and the task share no class',
    );
  }
  return {
    ...{ scope: 'task', agents: agents && [...agents], classes },
    ...{ decide: false, elicitation: false, expires_at: starter.expires_at },
  };
}

function both(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((id) => b.includes(id));
}

function nothingLeft(why: string): KennyError {
  return new KennyError('forbidden', `${why}, so the task could do nothing.`);
}
