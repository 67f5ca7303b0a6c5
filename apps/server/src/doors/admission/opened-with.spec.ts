import { isEndedBy } from './opened-with.js';

it.each([
  ['a token', 'its own token', { session_id: null }, { token_id: 't1', session_id: null }, true],
  [
    'a login',
    'the token behind it',
    { session_id: 's1' },
    { token_id: 't1', session_id: null },
    true,
  ],
  ['a login', 'that login', { session_id: 's1' }, { token_id: 't1', session_id: 's1' }, true],
  ['a login', 'another login', { session_id: 's1' }, { token_id: 't1', session_id: 's2' }, false],
  ['a token', 'a login with it', { session_id: null }, { token_id: 't1', session_id: 's1' }, false],
  ['a token', 'another token', { session_id: null }, { token_id: 't2', session_id: null }, false],
])('what was opened with %s ends with %s as it should', (_, _what, own, ended, ends) => {
  expect(isEndedBy({ token_id: 't1', ...own }, { ...ended, at: 0 })).toBe(ends);
});
