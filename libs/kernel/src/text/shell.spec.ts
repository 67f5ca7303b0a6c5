import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { shellWord } from './shell.js';

describe('shellWord', () => {
  it('comes out of a shell as it went in', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }).filter(noNul), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(texts, (words) => {
        const line = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
        const said = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
        expect(said.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 20 },
    );
  });
});

const noNul = (text: string): boolean => !text.includes('\0');
