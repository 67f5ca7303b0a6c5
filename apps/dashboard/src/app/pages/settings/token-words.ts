import type { Scope, TokenView, ToolClass } from '@kenny/contract/web';
import { listed, visibleText } from '@kenny/kernel';
import { PRIVATE_READS } from '../../core/facts/private-reads';
import { accessWords } from '../../core/session/access-words';

/** What a scope adds to the rights of its token, after "can". */
const SCOPE_CAN: Readonly<Record<Scope, readonly string[]>> = {
  admin: ['talk to Claude', 'manage people, PCs, rules and this server'],
  operator: ['talk to Claude', 'add rules that block commands'],
  viewer: ['see how the PCs are', 'change nothing'],
  mcp: ['connect to kenny', 'nothing else'],
  task: ['work on a task', 'nothing else'],
};

/** What a token is for; the one that may do everything comes last. Connections make those of programs with AI. */
export const SCOPE_WORDS: Readonly<Record<Exclude<Scope, 'mcp'>, string>> = {
  operator: 'A script or the command line',
  viewer: 'A monitoring program: can only view',
  task: 'An AI agent that works on tasks',
  admin: 'An admin: can do everything',
};

export const CLASS_WORDS: Readonly<Record<ToolClass, string>> = {
  read: 'see how the PCs are',
  sensitive: `read private data (${PRIVATE_READS}) without asking`,
  change: 'request changes',
};

/** How long a new token lives. */
export const LIVES = [
  { days: 1, name: 'One day' },
  { days: 7, name: 'One week' },
  { days: 30, name: '30 days' },
  { days: 90, name: '90 days' },
  { days: 365, name: 'One year' },
  { days: null, name: 'Until it is revoked' },
] as const;

/** When something ends and where it holds, beside what it folds: `90 days · all your PCs`. */
export function expiryAndPcs(life: number, ids: readonly string[]): string {
  const pcs = ids.length === 0 ? 'all your PCs' : ids.length === 1 ? '1 PC' : `${ids.length} PCs`;
  return [LIVES[life]?.name, pcs].join(' · ');
}

type Rights = Pick<TokenView, 'scope' | 'decide' | 'elicitation'> & {
  readonly classes: readonly ToolClass[];
};

/** What somebody with the token may do, in a sentence. */
export function rightsOf(rights: Rights): string {
  const can = [...canOf(rights), ...SCOPE_CAN[rights.scope]];
  return [`Can ${listed(can)}`, ...clientsWord(rights)].join(' · ');
}

/** The same in two words, as on an invitation; for others what it is. */
export function roleOf(rights: Pick<TokenView, 'scope' | 'classes' | 'decide'>): string {
  const { scope } = rights;
  if (!isOfProgram({ scope })) return accessWords(rights);
  return scope === 'mcp' ? 'program' : 'AI agent';
}

export function isOfProgram({ scope }: Pick<TokenView, 'scope'>): boolean {
  return scope === 'mcp' || scope === 'task';
}

/** Its own name says more than whose it is. */
export function isNamed({ name, operator }: Pick<TokenView, 'name' | 'operator'>): boolean {
  return visibleText(name) !== visibleText(operator.name);
}

/** Whose it is, and its own name where that says more. */
export function tokenTitle(token: Pick<TokenView, 'name' | 'operator'>): string {
  const whose = visibleText(token.operator.name);
  return isNamed(token) ? `${whose} · ${visibleText(token.name)}` : whose;
}

/** The same without its scope. */
export function mayOf(rights: Rights): string[] {
  return [`can ${listed(canOf(rights))}`, ...clientsWord(rights)];
}

function canOf({ scope, classes, decide }: Rights): string[] {
  const may = scope === 'viewer' ? [] : classes.map((one) => CLASS_WORDS[one]);
  return [...may, ...(decide ? ['approve and deny requests'] : [])];
}

export const CLIENT_ACCEPTS = 'its client can accept low-risk changes for you';

const clientsWord = ({ elicitation }: Rights): string[] => (elicitation ? [CLIENT_ACCEPTS] : []);
