import type { VariableSyntax } from './variables.js';
import { resolveSegments } from './windows-words.js';

export const POSIX_VARIABLES: VariableSyntax = {
  reference: /\$\{(\w+)\}|\$(\w+)/g,
  known: { home: '/home/user', shell: '/bin/sh', tmpdir: '/tmp' },
};

const MAX_PATH = 1000;
/** A variable that the text does not set, inside a word and anywhere. */
const INNER = /(\w)\$\{\w+\}(?=\w)/g;
const UNKNOWN = /\$\{(\w+)\}/g;
/** `[m]` matches `m` only. */
const ONE_OF = /\[([^\]!^-])\]/g;

const HOME = /^~(\w*)(?=\/|$)/;
const homeOf = (_: string, user: string) => (user === 'root' ? '/root' : `/home/${user || 'user'}`);

/** A program by its bare name; an unknown variable inside a name is taken as empty. */
export function posixCommand(word: string): string {
  const path = posixArgument(word.includes('$') ? word.replace(INNER, '$1') : word);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** One spelling for a path: no `.`, `..` or doubled separators, `~` as a home folder. */
export function posixArgument(word: string): string {
  if (word.length > MAX_PATH) return word;
  let path = word.startsWith('~') ? word.replace(HOME, homeOf) : word;
  if (path.includes('${')) path = path.replace(UNKNOWN, '$$$1');
  if (path.includes('[')) path = path.replace(ONE_OF, '$1');
  if (!path.includes('/')) return path;
  const option = path.includes('=/') ? (/^[^/]*=(?=\/)/.exec(path)?.[0] ?? '') : '';
  const rest = path.slice(option.length);
  return rest.startsWith('/')
    ? option + resolveSegments(rest, '/').replace(/[ (){};|&]/g, '_')
    : path;
}
