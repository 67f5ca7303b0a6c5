import fc from 'fast-check';
import { HIDDEN, hideSecrets, openEnd } from './secret-texts.js';

const SECRETS = [
  `sk-ant-api03-${'a1B2'.repeat(10)}`,
  `ghp_${'a1B2'.repeat(9)}`,
  `AKIA${'A1B2'.repeat(4)}`,
  `eyJ${'hbGci'.repeat(4)}.eyJ${'zdWIi'.repeat(4)}.${'c2ln'.repeat(5)}`,
  `kny_${'a1B2'.repeat(10)}`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3Bl\n'.repeat(20)}-----END OPENSSH PRIVATE KEY-----`,
];

it.each(SECRETS)('hides %s wherever it stands', (secret) => {
  const text = hideSecrets(`It is "${secret}", keep it.`);
  expect(text).not.toContain(secret.slice(8, 24));
  expect(text).toMatch(/^It is ".*", keep it\.$/s);
});

it('hides what follows "Bearer", and keeps the word', () => {
  expect(hideSecrets('authorization: Bearer abcdef123456')).toBe(`authorization: Bearer ${HIDDEN}`);
});

it('leaves ordinary texts alone', () => {
  for (const text of [
    'The risk-free task is in C:\\Users\\Anna\\task-list.txt.',
    'bearer of bad news',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'a'.repeat(64),
  ]) {
    expect(hideSecrets(text)).toBe(text);
  }
});

it('hides a private key that was cut off', () => {
  const [begun = ''] = SECRETS.at(-1)?.split('-----END') ?? [];
  expect(hideSecrets(begun)).toBe(HIDDEN);
});

describe('openEnd', () => {
  it('finds where a secret has begun, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), fc.nat(), (secret, at) => {
        const text = `Key: ${secret}`;
        const cut = 6 + (at % (secret.length - 1));
        expect(openEnd(text.slice(0, cut))).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('is the end of a text that is over', () => {
    for (const text of ['', 'The printer is on.', 'All is well', SECRETS.at(-1) ?? '']) {
      expect(openEnd(text)).toBe(text.length);
    }
  });

  it('takes no long time over hostile text', () => {
    const text = 'sk-'.repeat(50_000);
    expect(openEnd(text)).toBeLessThan(text.length);
    expect(hideSecrets('-----BEGIN '.repeat(20_000))).toHaveLength(220_000);
  });
});
