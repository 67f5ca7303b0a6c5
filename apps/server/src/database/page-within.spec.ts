import { rowsWithin } from './page-within.js';

describe('a page of rows', () => {
  it('holds all that fit together', () => {
    expect(rowsWithin([], 10)).toBe(0);
    expect(rowsWithin([4, 6], 10)).toBe(2);
  });

  it('ends before the row that is too much', () => {
    expect(rowsWithin([4, 6, 1], 10)).toBe(2);
    expect(rowsWithin([4, 7, 1], 10)).toBe(1);
  });

  it('holds one row however large it is', () => {
    expect(rowsWithin([11, 1], 10)).toBe(1);
  });
});
