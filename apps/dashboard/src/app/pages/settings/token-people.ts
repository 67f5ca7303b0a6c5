import { SCOPES, type TokenView } from '@kenny/contract/web';
import { isOfProgram } from './token-words';

/** A person, and all with which they and their programs get in. */
export interface TokenPerson {
  readonly operator: TokenView['operator'];
  /** The one that may do most comes first. */
  readonly tokens: readonly [TokenView, ...TokenView[]];
  /** Their only one, but for those of their programs; null where there is more than one to choose from. */
  readonly own: TokenView | null;
  /** All but that one. */
  readonly others: readonly TokenView[];
  /** With any of them; null: never. */
  readonly lastSeen: string | null;
}

/** In the order in which they came. */
export function peopleOf(tokens: readonly TokenView[]): TokenPerson[] {
  const people = new Map<string, TokenView[]>();
  for (const token of tokens) {
    people.set(token.operator.id, [...(people.get(token.operator.id) ?? []), token]);
  }
  return [...people.values()].flatMap((theirs) => {
    const [first, ...rest] = theirs.toSorted((a, b) => mightOf(b) - mightOf(a));
    if (!first) return [];
    const seen = theirs.flatMap(({ last_used_at: at }) => at ?? []).sort();
    const own = rest.every(isOfProgram) ? first : null;
    return [
      {
        ...{ operator: first.operator, tokens: [first, ...rest] },
        ...{ own, others: own ? rest : [first, ...rest], lastSeen: seen.at(-1) ?? null },
      },
    ];
  });
}

/** A program can be given much, and is still no person. */
function mightOf(token: TokenView): number {
  if (isOfProgram(token)) return -1;
  const scope = token.scope === 'admin' ? SCOPES.length : Number(token.scope === 'operator');
  return 2 * scope + Number(token.decide);
}
