import { SCOPE_RANK } from '@kenny/contract';
import type { Requester, ConversationRecord } from '@kenny/session';
import { KennyError, maySeeAll, type CallContext, type Principal } from '../kernel/index.js';

/** Stored with a turn; the token's rights are looked up again at each call. */
export function requesterOf({ principal: { id, token_id } }: CallContext): Requester {
  return { operator_id: id, token_id };
}

/** Null for a turn without a token. */
export function tokenOf(requester: Requester): string | null {
  const { token_id } = requester;
  return typeof token_id === 'string' ? token_id : null;
}

/**
 * Who asks when a conversation does: the operator, by way of the chat, and for no more PCs than the
 * conversation is about.
 */
export function askerOf(operator: Principal, { id, agents }: ConversationRecord): Principal {
  const { elicitation: _word, ...own } = operator;
  return { ...own, kind: 'chat', conversation: id, agents: both(operator.agents, agents) };
}

/** Only its operator and admins can see a conversation; what a task says is seen with the task. */
export function mayRead(principal: Principal, session: ConversationRecord): boolean {
  if (session.kind !== 'chat') return false;
  const mine = session.owner_id === principal.id && principal.kind === 'operator';
  return (mine || principal.scope === 'admin') && mayHear(principal, session);
}

export function mayTalk(principal: Principal, session: ConversationRecord): boolean {
  return mayRead(principal, session) && session.owner_id === principal.id;
}

export function noConversation(id: string): KennyError {
  return new KennyError('not_found', `there is no conversation ${id}`);
}

/**
 * Whether the caller has every right that the turn works with: whoever steers it, or answers its
 * question, uses the rights of its token. Deciding approvals is not among them.
 */
export function covers(
  mine: Principal,
  turns: Pick<Principal, 'scope' | 'agents' | 'classes'>,
): boolean {
  return (
    SCOPE_RANK[mine.scope] >= SCOPE_RANK[turns.scope] &&
    turns.classes.every((one) => mine.classes.includes(one)) &&
    maySeeAll(mine, turns.agents)
  );
}

/** Readers need the rights for what was read on PCs: any message may be about any of them. */
function mayHear(principal: Principal, session: ConversationRecord): boolean {
  return hears(principal, session) && maySeeAll(principal, session.agents);
}

/**
 * Whether what was read in a conversation is theirs to know: with the class all of it, to its owner
 * what a person has allowed it to read, else nothing.
 */
export function hears(
  principal: Pick<Principal, 'classes' | 'id'>,
  { sensitive, granted, owner_id }: Pick<ConversationRecord, 'sensitive' | 'granted' | 'owner_id'>,
): boolean {
  if (hearsAll(principal)) return true;
  return !sensitive && (!granted || owner_id === principal.id);
}

/** May read everything a conversation can hold. */
export function hearsAll({ classes }: Pick<Principal, 'classes'>): boolean {
  return classes.includes('sensitive');
}

function both(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((id) => b.includes(id));
}
