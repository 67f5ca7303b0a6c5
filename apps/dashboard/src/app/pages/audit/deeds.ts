import { AUDIT_DEEDS, type AuditKind, type AuditRowView } from '@kenny/contract/web';

/** What somebody did that was no request to a PC: `made the token “Ben’s phone”`. */
export interface Deed {
  readonly did: string;
  /** A name in quotes behind it; data. */
  readonly named: string | null;
  /** What joins the PC's name to it; `null`: the PC is the one who did it, or has no part in it. */
  readonly join: 'on' | 'for' | '' | null;
}

const NAMED: Readonly<Partial<Record<AuditKind, (row: AuditRowView) => unknown>>> = {
  token: ({ args }) => args?.['name'],
  release: ({ target }) => target,
  decision: ({ args }) => args?.['title'],
  chat: ({ args }) => args?.['to'],
  task: ({ args }) => args?.['title'],
};

/**
 * @param began - the oldest row of the same act
 * @returns `null` where the row is of a kind or an action that this page has no words for
 */
export function deedOfRow(row: AuditRowView, began: AuditRowView = row): Deed | null {
  const { kind, target, args, ok } = row;
  const invited = args?.['action'] === 'invite' ? personIn(began.args?.['operator']) : undefined;
  if (kind === 'token' && invited !== undefined)
    return { did: 'invited', named: invited, join: null };
  const spelled = new Map(Object.entries(AUDIT_DEEDS[kind] ?? {}));
  const action = String(args?.['action']);
  const of = `${action} ${String(args?.['scope'])}`;
  const names = [of, target, action, `${target} ${action}`, target?.split(/[ :]/)[0], kind];
  const name = names.find((known) => spelled.has(known ?? '')) ?? '';
  const found = spelled.get(name);
  if (found === undefined) return null;
  const { did, tried = did, join = null } = found;
  const named = NAMED[kind]?.(row);
  return { did: ok ? did : tried, named: typeof named === 'string' ? named : null, join };
}

/** Whose a token is. */
function personIn(operator: unknown): string | undefined {
  if (typeof operator !== 'object' || operator === null) return undefined;
  const name: unknown = Reflect.get(operator, 'name');
  return typeof name === 'string' ? name : undefined;
}
