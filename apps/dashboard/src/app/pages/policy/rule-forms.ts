import type { OperatorRuleGroup } from '@kenny/contract/web';

export type RuleForm = 'words' | 'path' | 'pattern';

export interface FormWords {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** What such a rule can read, the usual first. */
  readonly reads: readonly [OperatorRuleGroup, ...OperatorRuleGroup[]];
}

/** How people say what a rule is about. */
export const RULE_FORMS: Readonly<Record<RuleForm, FormWords>> = {
  words: {
    title: 'A word or phrase',
    label: 'Word or phrase',
    hint: 'For example reboot. Whole words, in capitals or not.',
    reads: ['self_protection', 'powershell', 'posix', 'path'],
  },
  path: {
    title: 'A file or folder',
    label: 'File or folder',
    hint: 'With all that is in it. For example C:\\Finance or /srv/finance.',
    reads: ['path', 'self_protection', 'powershell', 'posix'],
  },
  pattern: {
    title: 'A regular expression',
    label: 'Pattern',
    hint: 'For experts: RE2 syntax. (?i) at its start ignores case.',
    reads: ['self_protection', 'powershell', 'posix', 'path'],
  },
};

/** What is typed, as the pattern that every PC reads; empty while it says nothing. */
export function patternOf(form: RuleForm, text: string, reads: OperatorRuleGroup): string {
  if (form === 'pattern') return text;
  return form === 'words' ? ofWords(text) : ofPath(text, reads === 'path');
}

/** A name for the rule, until somebody gives it another. */
export function nameFor(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? '' : `no-${name}`.slice(0, 40).replace(/-$/, '');
}

/** Each character stands for itself: the only place where text becomes a pattern. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function ofWords(text: string): string {
  const words = text.trim();
  if (words === '') return '';
  const edge = (letter: string | undefined) => (/\w/.test(letter ?? '') ? '\\b' : '');
  const inner = words.split(/\s+/).map(literal).join('\\s+');
  return `(?i)${edge(words[0])}${inner}${edge(words.at(-1))}`;
}

/** Between two names, in every way to write it: `\`, `/`, `//`, `\.\`. */
const BETWEEN = '[\\\\/](?:\\.?[\\\\/])*';

/** Alone, a path begins where the text does; within a command, where no name goes on. */
function ofPath(text: string, alone: boolean): string {
  const path = text.trim();
  const names = path.split(/[\\/]+/).filter((name) => name !== '' && name !== '.');
  if (names.length === 0) return '';
  const root = /^[\\/]/.test(path) ? BETWEEN : '';
  const rooted = root !== '' || /^[A-Za-z]:/.test(path);
  const before = alone && rooted ? '^' : alone ? '(?:^|[\\\\/])' : '(?:^|[^\\w.-])';
  const after = alone ? '(?:[\\\\/]|$)' : '(?:[^\\w.-]|$)';
  return `(?i)${before}${root}${names.map(literal).join(BETWEEN)}${after}`;
}
