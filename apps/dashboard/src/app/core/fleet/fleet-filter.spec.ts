import { aPc } from '../../../../test/a-pc';
import { fits } from './fleet-filter';

describe('what is typed into the search of the fleet', () => {
  const found = (text: string) =>
    fits(aPc({ name: 'Kitchen', owner: 'Grandma', system: 'Debian 12', tags: ['family'] }), {
      ...{ text, health: null, os: null, tag: null },
    });

  it.each(['kitch', 'GRANDMA', 'pc1', 'fam', 'debian'])('finds a PC by %s', (text) => {
    expect(found(text)).toBe(true);
  });

  it('finds no PC by what is not said of it', () => expect(found('uncle')).toBe(false));
});
