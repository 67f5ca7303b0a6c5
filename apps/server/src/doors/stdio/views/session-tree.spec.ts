import { asTree } from './session-tree.js';

const aSession = (id: string, parent_id: string | null = null) => ({ id, parent_id });

describe('a list of conversations as a tree', () => {
  it('has each below what it comes from, and says which lines go on', () => {
    const rows = asTree([
      ...[aSession('first'), aSession('grandchild', 'child'), aSession('child', 'first')],
      ...[aSession('great', 'grandchild'), aSession('sibling', 'first'), aSession('second')],
    ]);
    const shown = rows.map(({ session, depth, isLast, ancestorContinues }) => [
      ...[session.id, depth, isLast, ancestorContinues],
    ]);
    expect(shown).toEqual([
      ['first', 0, false, []],
      ['child', 1, false, []],
      ['grandchild', 2, true, [true]],
      ['great', 3, true, [true, false]],
      ['sibling', 1, true, []],
      ['second', 0, true, []],
    ]);
  });

  it('has one at its root whose parent is not in the list', () => {
    expect(asTree([aSession('fork', 'deleted')])).toMatchObject([{ depth: 0, isLast: true }]);
  });
});
