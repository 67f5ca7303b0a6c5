import { MASKED, maskSecrets } from './mask-secrets.js';

const TOKEN = `kny_${'aB3-_'.repeat(8)}xyz`;

describe('masking secrets', () => {
  it.each([
    [TOKEN, MASKED],
    [`token=${TOKEN};`, `token=${MASKED};`],
    [`"${TOKEN}","${TOKEN}"`, `"${MASKED}","${MASKED}"`],
    [`Bearer ${TOKEN}\nnext`, `Bearer ${MASKED}\nnext`],
    [`x${TOKEN}`, `x${MASKED}`],
    [`kny_${'0123456789abcdef'.repeat(3)}`, MASKED],
    [[...TOKEN].join('\0'), MASKED],
    [JSON.stringify([...TOKEN].join('\0')), `"${MASKED}"`],
  ])('of %j leaves %j', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it.each(['', 'kny_', 'kny_short', 'a kny_ b', 'any_'.repeat(20), 'kny_agent.service'])(
    'leaves %j alone',
    (text) => {
      expect(maskSecrets(text)).toBe(text);
    },
  );

  it('keeps a frame what it is', () => {
    const frame = { type: 'log', message: `a "${TOKEN}" b`, fields: { [TOKEN]: TOKEN } };
    expect(JSON.parse(maskSecrets(JSON.stringify(frame)))).toEqual({
      type: 'log',
      message: `a "${MASKED}" b`,
      fields: { [MASKED]: MASKED },
    });
  });

  it('knows a secret of another form by itself, in JSON too', () => {
    const secret = 'an "old" token';
    const text = JSON.stringify({ said: `it is ${secret}.` });
    expect(maskSecrets(text, [secret])).toBe(`{"said":"it is ${MASKED}."}`);
  });

  it('takes as long as the text', () => {
    const long = 'kny_'.repeat(200_000);
    expect(maskSecrets(long)).toBe(MASKED);
    const nearly = `${'k\0n\0y\0_\0a '.repeat(50_000)}`;
    expect(maskSecrets(nearly)).toBe(nearly);
  });
});
