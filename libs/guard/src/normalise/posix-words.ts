import type { VariableSyntax } from './variables.js';
import { resolveSegments } from './windows-words.js';

export const POSIX_VARIABLES: VariableSyntax = {
  reference: /\$\{(\w+)\}|\$(\w+)/g,
  known: { home: '/home/user', shell: '/bin/sh', tmpdir: '/tmp' },
};

const MAX_PATH = 1000;

/** A program by its bare name; an unknown variable inside a name is taken as empty. */
export function posixCommand(word: string): string {
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (!/[$[]/.test(name)) return name;
  return name.replace(/(\w)\$\{\w+\}(?=\w)/g, '$1').replace(/\[(.)\]/g, '$1');
}

/** One spelling for a path: no `.`, `..` or doubled separators, `~` as a home folder. */
export function posixArgument(word: string): string {
  if (word.length > MAX_PATH) return word;
  const path = word.replace(/^~(\w*)(?=\/|$)/, (_, user: string) =>
    user === 'root' ? '/root' : `/home/${user || 'user'}`,
  );
  if (!path.includes('/')) return path;
  const option = /^[^/]*=(?=\/)/.exec(path)?.[0] ?? '';
  const rest = path.slice(option.length);
  return rest.startsWith('/')
    ? option + resolveSegments(rest, '/').replace(/[ (){};|&]/g, '_')
    : path;
}
