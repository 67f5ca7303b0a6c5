import { bareWord, isMark, type Token, type Word } from './tokens.js';
import type { Variables } from './variables.js';

const ASSIGNMENT = /^([a-z_][a-z0-9_]*)\+?=([^]*)$/;
const DECLARES = new Set(['export', 'declare', 'local', 'readonly', 'typeset', 'alias']);
const MAX_SPLIT = 64;

/**
 * Puts in the variables that the text itself sets: `a=rm; $a -rf /`, `for f in /*; do rm "$f"`,
 * `alias x=rm`. A value with blanks becomes several words unless it is quoted.
 */
export function foldPosix(tokens: readonly Token[], variables: Variables): Token[] {
  const out: Token[] = [];
  const aliases = new Map<string, string>();
  let position: 'command' | 'declare' | 'rest' = 'command';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind === 'mark') {
      if (token.sign !== ')' && token.ends) position = 'command';
      out.push(token);
      continue;
    }
    const alias: string | undefined = position === 'command' ? aliases.get(token.text) : undefined;
    const stands = alias !== undefined && variables.affords(alias.length);
    const word: Word = stands ? bareWord(alias) : variables.expandWord(token);
    const assigned =
      position !== 'rest' && word.text.includes('=') ? ASSIGNMENT.exec(word.text) : undefined;
    const [, name = '', value = ''] = assigned ?? [];
    if (assigned) {
      variables.set(name, { text: value });
      if (position === 'declare') aliases.set(name, value);
      out.push(word);
      continue;
    }
    if (word.text === 'for') loopVariable(tokens, index, variables);
    if (position !== 'declare') position = DECLARES.has(word.text) ? 'declare' : 'rest';
    if (word === token) out.push(word);
    else out.push(...split(word));
  }
  return out;
}

/** `for name in a b /*`: of the values the first that is a path, else the first. */
function loopVariable(tokens: readonly Token[], at: number, variables: Variables): void {
  const name = tokens[at + 1];
  const keyword = tokens[at + 2];
  if (name?.kind !== 'word' || keyword?.kind !== 'word' || keyword.text !== 'in') return;
  const values: Word[] = [];
  for (let next = at + 3; next < at + 3 + MAX_SPLIT; next++) {
    const token = tokens[next];
    if (isMark(token, ';') || token?.kind !== 'word') break;
    values.push(token);
  }
  const value = values.find(({ text }) => text.startsWith('/')) ?? values[0];
  if (value) variables.set(name.text, value);
}

/** What was put in for a variable or an alias may be several words. */
function split(word: Word): Word[] {
  if (word.strings.length > 0 || !/\s/.test(word.text)) return [word];
  return word.text.trim().split(/\s+/, MAX_SPLIT).map(bareWord);
}
