import { heldOrder, movedRows } from './held-order';

describe('rows while somebody is at the table', () => {
  it('stay where they are; what is new comes last, what is gone goes', () => {
    expect(heldOrder(['a', 'b', 'c'], ['c', 'd', 'a'])).toEqual(['a', 'c', 'd']);
  });

  it('are counted when they would stand elsewhere', () => {
    expect(movedRows(['a', 'b', 'c'], ['a', 'c', 'b'])).toBe(2);
    expect(movedRows(['a'], ['a'])).toBe(0);
  });
});
