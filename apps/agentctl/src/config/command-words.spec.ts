import fc from 'fast-check';
import { shellWord } from '@kenny/kernel';
import { commandWords } from './command-words.js';

describe('the words of a command', () => {
  it.each<[string, string[]]>([
    ['auggie --acp', ['auggie', '--acp']],
    ['  a\t b\n', ['a', 'b']],
    [`"/my agents/run" 'a  b' c\\ d`, ['/my agents/run', 'a  b', 'c d']],
    [`--name="a b"'c'`, ['--name=a bc']],
    [`"a\\"b" 'a\\b'`, ['a"b', 'a\\b']],
    [`'' ""`, ['', '']],
    ['$HOME *.txt ; # &', ['$HOME', '*.txt', ';', '#', '&']],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(commandWords(text)).toEqual(words);
  });

  it.each([`a "b`, `a 'b`, 'a \\'])('of %j cannot be told', (text) => {
    expect(commandWords(text)).toBeUndefined();
  });

  it('are those that a shell was given, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
        expect(commandWords(words.map(shellWord).join(' '))).toEqual(words);
      }),
    );
  });
});
