import { accessWords } from './access-words';

describe('what somebody may do, in two words', () => {
  it.each([
    ['can approve', { scope: 'operator', classes: ['read', 'change'], decide: true }],
    ['admin', { scope: 'admin', classes: ['read', 'change'], decide: true }],
    ['can request changes', { scope: 'operator', classes: ['read', 'change'], decide: false }],
    ['can view', { scope: 'operator', classes: ['read'], decide: false }],
    ['can view', { scope: 'viewer', classes: ['read', 'change'], decide: false }],
  ] as const)('is: %s', (words, { scope, classes, decide }) => {
    expect(accessWords({ scope, classes: [...classes], decide })).toBe(words);
  });
});
