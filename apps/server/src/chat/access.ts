import { SCOPE_RANK } from '@kenny/contract';
import type { Requester, ConversationRecord } from '@kenny/session';
import { KennyError, type CallContext, type Principal } from '../kernel/index.js';

/** Kept with a turn: whose token it was asked with. What that may do is looked up at each call. */
export function requesterOf({ principal: { id, token_id } }: CallContext): Requester {
  return { operator_id: id, token_id };
}

/** Null when the turn was asked with no token. */
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

/** A conversation is its operator's; to others it does not exist. Admins may read all. */
export function mayRead(principal: Principal, session: ConversationRecord): boolean {
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
 * Whether somebody may do all that a turn may do for whoever asked it: who steers it, or answers its
 * question, has the rights of its token work for them. To decide is no such right: a turn never does.
 */
export function covers(
  mine: Principal,
  turns: Pick<Principal, 'scope' | 'agents' | 'classes'>,
): boolean {
  return (
    SCOPE_RANK[mine.scope] >= SCOPE_RANK[turns.scope] &&
    turns.classes.every((one) => mine.classes.includes(one)) &&
    reachesAll(mine, turns)
  );
}

/** What was read on PCs is for those who may read it there. */
function mayHear(principal: Principal, session: ConversationRecord): boolean {
  return hears(principal, session) && reachesAll(principal, session);
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

/** Nothing that a conversation comes to hold is kept from them. */
export function hearsAll({ classes }: Pick<Principal, 'classes'>): boolean {
  return classes.includes('sensitive');
}

/** What was said may be about each of its PCs. */
function reachesAll({ agents }: Principal, of: Pick<ConversationRecord, 'agents'>): boolean {
  if (agents === null) return true;
  return of.agents !== null && of.agents.every((id) => agents.includes(id));
}

function both(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((id) => b.includes(id));
}
