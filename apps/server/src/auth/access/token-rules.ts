import {
  AGENT_ID_PATTERN,
  NOT_PRIVATE,
  OPERATOR_ID_PATTERN,
  TOOL_CLASSES,
  SCOPE_RANK,
  type CreateTokenBody,
  type PatchTokenBody,
  type Scope,
  type ToolClass,
} from '@kenny/contract';
import { KennyError, maySeeAll, type Principal } from '../../kernel/index.js';

/** What a token may do (D6). */
export interface TokenRights {
  readonly scope: Scope;
  readonly agents: string[] | null;
  readonly classes: ToolClass[];
  readonly decide: boolean;
  /** Its MCP client may accept calls of low risk for its user. */
  readonly elicitation: boolean;
  /** Epoch ms; null = never. */
  readonly expires_at: number | null;
}

/** Everything: what the first admin token has. */
export const ALL_RIGHTS: TokenRights = {
  scope: 'admin',
  agents: null,
  classes: [...TOOL_CLASSES],
  decide: true,
  elicitation: false,
  expires_at: null,
};

const OPERATOR_ID = new RegExp(OPERATOR_ID_PATTERN);
const AGENT_ID = new RegExp(AGENT_ID_PATTERN);
const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Tokens that talk to `/mcp` and nothing else; they cannot log in. */
export function isMcpScope(scope: Scope | 'system'): boolean {
  return scope === 'mcp' || scope === 'task';
}

/**
 * The rights a request asks for, with defaults filled in.
 * @throws KennyError `validation` for what makes no sense, `forbidden` for more than `maker` has.
 */
export function rightsFor(body: CreateTokenBody, maker: Principal, now: number): TokenRights {
  const rights: TokenRights = {
    scope: body.scope,
    agents: body.agents === undefined ? null : agentsOf(body.agents),
    classes: classesOf(body),
    decide: body.decide ?? false,
    elicitation: body.elicitation ?? false,
    expires_at: expiryOf(body.expires_at, now),
  };
  if (!OPERATOR_ID.test(body.operator.id)) {
    throw invalid('operator.id', 'starts with a-z or 0-9 and holds only a-z 0-9 _ . @ -');
  }
  if (rights.decide && rights.scope !== 'admin' && rights.scope !== 'operator') {
    throw invalid(
      'decide',
      `a token of scope ${rights.scope} cannot decide; use operator or admin`,
    );
  }
  if (rights.elicitation && rights.scope !== 'mcp') {
    throw invalid('elicitation', 'only a token of scope mcp has a client that could answer');
  }
  mustHold(rights, maker);
  return rights;
}

/**
 * A person's rights after a change.
 * @throws KennyError `validation`, `forbidden` for more than the changer has
 */
export function changedRights(
  before: TokenRights & { readonly invited: boolean },
  body: PatchTokenBody,
  changer: Principal,
): TokenRights {
  const { expires_at, elicitation } = before;
  const scope = body.scope ?? before.scope;
  if (before.invited && scope === 'admin') {
    throw invalid('scope', 'an invited person has no token of their own; make one for an admin');
  }
  const rights: TokenRights = {
    ...{ scope, expires_at, elicitation },
    agents: body.agents ? agentsOf(body.agents) : body.agents === null ? null : before.agents,
    classes: body.classes ? classesOf({ scope, classes: body.classes }) : before.classes,
    decide: scope !== 'viewer' && (body.decide ?? before.decide),
  };
  if (body.decide && scope === 'viewer')
    throw invalid('decide', 'whoever only views cannot decide');
  mustHold(rights, changer);
  return rights;
}

/** Whether a task that was started with the token still has no more rights than it. */
export function coversTask(
  starter: Pick<TokenRights, 'scope' | 'agents' | 'classes'>,
  task: Pick<TokenRights, 'agents' | 'classes'>,
): boolean {
  return (
    SCOPE_RANK[starter.scope] >= SCOPE_RANK.operator &&
    maySeeAll(starter, task.agents) &&
    task.classes.every((one) => starter.classes.includes(one))
  );
}

function agentsOf(agents: readonly string[]): string[] {
  const wrong = agents.find((id) => !AGENT_ID.test(id));
  if (wrong !== undefined) throw invalid('agents', `${JSON.stringify(wrong)} is not an agent id`);
  if (agents.length === 0) {
    throw invalid('agents', 'an empty list allows nothing; leave it out to allow all PCs');
  }
  return [...new Set(agents)];
}

function classesOf({ scope, classes }: Pick<CreateTokenBody, 'scope' | 'classes'>): ToolClass[] {
  if (!classes) return [...(isMcpScope(scope) ? NOT_PRIVATE : TOOL_CLASSES)];
  if (classes.length === 0) {
    throw invalid('classes', 'an empty list allows nothing; leave it out for the default');
  }
  return TOOL_CLASSES.filter((toolClass) => classes.includes(toolClass));
}

function expiryOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const at = ISO_WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    throw invalid('expires_at', 'must be a time with its zone, like 2031-01-31T12:00:00Z');
  }
  if (at <= now) throw invalid('expires_at', 'must be in the future');
  return at;
}

/** Nobody hands out what they do not have: else a limited admin token would be an unlimited one. */
export function mustHold(rights: TokenRights, maker: Principal): void {
  const { agents, classes, decide, scope } = maker;
  if (scope !== 'admin' && scope !== 'system') throw beyond(`has the scope ${scope}`);
  const foreign =
    agents && (rights.agents ? rights.agents.find((id) => !agents.includes(id)) : 'all PCs');
  if (foreign) throw beyond(`does not reach ${foreign}`);
  const missing = rights.classes.find((toolClass) => !classes.includes(toolClass));
  if (missing) throw beyond(`does not have the class ${missing}`);
  // kenny itself decides nothing, but it makes the first token that may.
  if (rights.decide && !decide && scope !== 'system') throw beyond('cannot decide itself');
}

/**
 * True for a token with which everything can be set right again. The last of them cannot be
 * revoked, because nobody could make another.
 */
export function isKeeper(rights: TokenRights): boolean {
  return (
    rights.scope === 'admin' &&
    rights.agents === null &&
    rights.classes.length === TOOL_CLASSES.length &&
    rights.decide &&
    rights.expires_at === null
  );
}

function invalid(field: string, message: string): KennyError {
  return new KennyError('validation', `${field}: ${message}`, { field });
}

function beyond(why: string): KennyError {
  return new KennyError(
    'forbidden',
    `Your token ${why}, so it cannot make this one; ask an admin whose token can.`,
  );
}
