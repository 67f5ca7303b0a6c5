import { idFrom } from './id-from';

describe('the id of a PC', () => {
  it.each([
    ['Mum’s laptop', 'mums-laptop'],
    ['  Küche (groß), 2. Stock! ', 'kuche-gross-2-stock'],
    ['机械', ''],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of %j is %j', (name, id) => {
    expect(idFrom(name)).toBe(id);
  });
});
