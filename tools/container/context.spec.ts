import { readFileSync } from 'node:fs';
import { ROOT } from '../run/steps.mjs';
import { join } from 'node:path';

const patternsOf = (name: string): string[] =>
  readFileSync(join(ROOT, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    // Docker's patterns begin at the top of the tree, git's at any folder unless they say so.
    .map((line) => line.replace(/^(\*\*)?\//, '').replace(/\/$/, ''));

/** Of whoever looks at the folder: a file or two that change nothing. */
const HARMLESS = ['.DS_Store'];

describe('what an image is built from', () => {
  it('leaves out what git leaves out, so that no build of one machine gets into it', () => {
    const wanted = patternsOf('.gitignore').filter((pattern) => !HARMLESS.includes(pattern));
    expect(patternsOf('.dockerignore')).toEqual(expect.arrayContaining(wanted));
  });
});
