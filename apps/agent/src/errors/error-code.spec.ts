import { connectionTrouble } from './error-code.js';

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('why there is no connection', () => {
  it.each([
    ['ENETUNREACH', 'there is no way from here'],
    ['CERT_NOT_YET_VALID', "not valid yet; is this PC's clock right?"],
    ['CERT_HAS_EXPIRED', "has expired; is this PC's clock right?"],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'a certificate that this PC does not know'],
  ])('is said in words for %s, with what the system said', (code, words) => {
    const said = connectionTrouble(failed(code, 'as the system says'));
    expect(said).toContain(words);
    expect(said).toMatch(/ \(as the system says\)$/);
  });

  it('is what the system said where there are no better words', () => {
    expect(connectionTrouble(failed('EWHATEVER', 'odd'))).toBe('odd');
    expect(connectionTrouble('thrown')).toBe('thrown');
  });
});
