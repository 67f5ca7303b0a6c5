import type { ConversationRecord } from '@kenny/session';

type Branch = Pick<ConversationRecord, 'id' | 'parent_id'>;

export interface TreeRow<S extends Branch> {
  readonly session: S;
  readonly depth: number;
  readonly isLast: boolean;
  readonly ancestorContinues: boolean[];
}

/**
 * Clones and forks below what they come from, in the order in which they came. One whose parent is
 * not in the list is a root.
 */
export function asTree<S extends Branch>(sessions: readonly S[]): TreeRow<S>[] {
  const known = new Set(sessions.map(({ id }) => id));
  const parentOf = ({ parent_id }: Branch): string | null =>
    parent_id !== null && known.has(parent_id) ? parent_id : null;
  const below = (parent: string | null, depth: number, continues: boolean[]): TreeRow<S>[] => {
    const siblings = sessions.filter((session) => parentOf(session) === parent);
    return siblings.flatMap((session, index) => {
      const isLast = index === siblings.length - 1;
      const own: TreeRow<S> = { session, depth, isLast, ancestorContinues: continues };
      const inherited = depth === 0 ? [] : [...continues, !isLast];
      return [own, ...below(session.id, depth + 1, inherited)];
    });
  };
  return below(null, 0, []);
}
