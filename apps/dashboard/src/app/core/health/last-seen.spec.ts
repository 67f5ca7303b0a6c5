import { aPc } from '../../../../test/a-pc';
import { lastSeenWords } from './last-seen';

describe('how a PC was when it went away', () => {
  it('is said of one that is away, and of no other', () => {
    const away = { online: false, overall: 'offline' } as const;
    expect(lastSeenWords(aPc({ ...away, last_overall: 'ok' }))).toBe('last seen OK');
    expect(lastSeenWords(aPc({ ...away, last_overall: 'crit' }))).toBe('last seen Critical');
    expect(lastSeenWords(aPc())).toBe('');
  });
});
