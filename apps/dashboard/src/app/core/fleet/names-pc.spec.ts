import { namesPc } from './names-pc';

const pc = (name: string) => ({ agent_id: 'grandpa', name });

describe('the name of a PC, typed to be sure', () => {
  it('fits without case, with either apostrophe, and with spaces around it', () => {
    for (const typed of ['Grandpa’s PC', "grandpa's pc", '  GRANDPA‘S  PC ']) {
      expect(namesPc(typed, pc('Grandpa’s PC'))).toBe(true);
      expect(namesPc(typed, pc("Grandpa's PC"))).toBe(true);
    }
  });

  it('fits as the ID, too: not every name can be typed', () => {
    expect(namesPc('grandpa', pc('👴'))).toBe(true);
  });

  it('fits however its accents are written', () => {
    expect(namesPc('Élise', pc('E\u0301lise'))).toBe(true);
  });

  it('does not fit as a part, as another, or as nothing', () => {
    for (const typed of ['', ' ', 'Grandpa’s', 'Grandpas PC', 'Grandma’s PC']) {
      expect(namesPc(typed, pc('Grandpa’s PC'))).toBe(false);
    }
    expect(namesPc('', { agent_id: 'x', name: '' })).toBe(false);
  });
});
