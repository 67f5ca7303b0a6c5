import { GUARDING_SECTIONS } from './guarding.js';
import { RULES } from './rules/index.js';

describe('the sections that guard a PC', () => {
  it('are sections that there are', () => {
    expect(Object.keys(RULES)).toEqual(expect.arrayContaining([...GUARDING_SECTIONS]));
  });
});
