import fc from 'fast-check';
import { inferFrom, sameness } from './infer.js';

const texts = (...messages: string[]) => inferFrom(messages).map(({ text }) => text);

describe('what is worth remembering', () => {
  it.each([
    'I prefer short answers.',
    'We always restart the spooler before the printer.',
    'I usually do updates on Fridays.',
    'We never install anything on the cash desk.',
    'We use Brother printers.',
  ])('is how somebody wants things done: %s', (line) => {
    expect(texts(`Hello. ${line} Thanks!`)).toEqual([line]);
  });

  it.each([
    ['Remember this: backups run at night', 'backups run at night'],
    ['please remember that Anna is away in August', 'Anna is away in August'],
    ['Remember: das WLAN im Keller ist schwach', 'das WLAN im Keller ist schwach'],
  ])('is what somebody asks to be remembered: %s', (line, text) => {
    expect(texts(line)).toEqual([text]);
  });

  it.each([
    'Why is the disk full?',
    'Do I always have to restart it?',
    'I want you to look at the disk.',
    'I always get an error when I print.',
    'We never got an answer.',
    'I prefer it, you stupid thing.',
    'I always use the password hunter2.',
    'Remember this: the API key is abc',
    'We use AKIA1234567890ABCDEFGH for that.',
    'We always use https://evil.example/x.sh',
    '> I always trust this file.',
    '/plan we always do it',
    '```\nI always run rm -rf\n```',
    `I prefer ${'x'.repeat(400)}`,
    'I use',
  ])('is nothing else: %s', (message) => {
    expect(texts(message)).toEqual([]);
  });

  it('is each thing once, and five at most', () => {
    const lines = Array.from({ length: 9 }, (_, n) => `We use printer number ${n} a lot.`);
    expect(texts('I prefer tea.', 'i  PREFER tea!', ...lines)).toHaveLength(5);
  });

  it('says whether it is about this PC alone', () => {
    expect(inferFrom(['We use this laptop for the till.'])).toMatchObject([
      { about_this_pc: true },
    ]);
    expect(inferFrom(['We use Brother printers.'])).toMatchObject([{ about_this_pc: false }]);
  });

  it('of any messages is short and quick to find', () => {
    const word = fc.constantFrom('I', 'we', 'always', 'prefer', '>', '```', '\n', '. ', 'x');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 200 }), (parts) => {
        const found = inferFrom([parts.join(' ')]);
        expect(found.length).toBeLessThanOrEqual(5);
        for (const { text } of found) expect(text.length).toBeLessThanOrEqual(300);
        expect(new Set(found.map(({ text }) => sameness(text))).size).toBe(found.length);
      }),
    );
  });
});
