import type { Scope, TokenView, ToolClass } from '@kenny/contract/web';
import { accessWords } from '../../core/session/access-words';

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  admin: 'can manage tokens and PCs',
  operator: 'can talk to Claude and edit rules',
  viewer: 'view only',
  mcp: 'an MCP client such as Claude Code; opens nothing else',
  task: 'an external agent at work; opens nothing else',
};

export const CLASS_WORDS: Readonly<Record<ToolClass, string>> = {
  read: 'read',
  sensitive: 'read private data (files, screen, logs) without approval',
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

type Rights = Pick<TokenView, 'scope' | 'decide' | 'elicitation'> & {
  readonly classes: readonly ToolClass[];
};

/** What somebody with the token may do, in a sentence. */
export function rightsOf(rights: Rights): string {
  return [...mayOf(rights), SCOPE_WORDS[rights.scope]].join(' · ');
}

/** The same in two words, as on an invitation; `admin` and what programs have by name. */
export function roleOf(rights: Pick<TokenView, 'scope' | 'classes' | 'decide'>): string {
  const { scope } = rights;
  return scope === 'viewer' || scope === 'operator' ? accessWords(rights) : scope;
}

/** The same without its scope. */
export function mayOf({ scope, classes, decide, elicitation }: Rights): string[] {
  const may = scope === 'viewer' ? [] : classes.map((one) => CLASS_WORDS[one]);
  return [
    ...(may.length > 0 ? [`may ${may.join(', ')}`] : []),
    ...(decide ? ['may approve and deny'] : []),
    ...(elicitation ? ['its client can accept low-risk changes for you'] : []),
  ];
}
