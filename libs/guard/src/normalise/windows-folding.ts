import { bareWord, isMark, wordOf, type Token, type Word } from './tokens.js';
import type { Variables } from './variables.js';
import { windowsArgument } from './windows-words.js';

const MAX_PIECES = 64;
const ALIASES = new Set(['sal', 'nal', 'set-alias', 'new-alias']);
const MAX_ALIAS = 8;
const MAX_SPLAT = 1000;
/** Never makes a text longer than a call can be worth. */
const MAX_REPLACEMENT = 8;

/**
 * Works out the string expressions of PowerShell that need nothing but literals: `-f`, `-join`,
 * `.Replace`, `-replace`, brackets around one string, and variables that the text itself sets. What
 * it makes never has more tokens than it read, so that it stands where those did.
 */
export function foldWindows(tokens: Token[], variables: Variables): Token[] {
  new Folder(tokens, variables).run();
  return tokens;
}

class Folder {
  /** How many of the tokens stand for what has been read so far. */
  private done = 0;
  /** Where among those the open brackets stand. */
  private readonly brackets: number[] = [];
  /** The token that is read. */
  private at = 0;
  /** Names that the text itself gives to commands. */
  private readonly aliases = new Map<string, string>();
  /** Tables of parameters that the text sets: `@name` → `-path c:\\x -recurse $true`. */
  private readonly splats = new Map<string, Word>();

  constructor(
    private readonly tokens: Token[],
    private readonly variables: Variables,
  ) {}

  run(): void {
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at];
      if (!token) continue;
      if (token.kind === 'word') this.word(this.named(this.expand(token)));
      else if (token.sign === ')') this.close(token);
      else {
        if (token.sign === '(') this.brackets.push(this.done);
        this.push(token);
      }
    }
    this.tokens.length = this.done;
  }

  private push(token: Token): void {
    this.tokens[this.done++] = token;
  }

  /** The left side of an assignment stays a name. */
  private expand(word: Word): Word {
    return isMark(this.tokens[this.at + 1], '=') ? word : this.variables.expandWord(word);
  }

  /** A command by the name that an alias stands for. */
  private named(word: Word): Word {
    const last = this.tokens[this.done - 1];
    if (ALIASES.has(word.text)) this.alias();
    const splat = word.text.startsWith('@') ? this.splats.get(word.text.slice(1)) : undefined;
    if (splat) return this.variables.affords(splat.text.length) ? splat : word;
    if (this.aliases.size === 0 || (last && (last.kind === 'word' || !last.ends))) return word;
    const name = this.aliases.get(word.text);
    return name === undefined || !this.variables.affords(name.length) ? word : bareWord(name);
  }

  /** `sal x ri`, `Set-Alias -Name x -Value ri`. */
  private alias(): void {
    const values: string[] = [];
    for (let at = this.at + 1; at <= this.at + MAX_ALIAS && values.length < 2; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'word') break;
      if (!token.text.startsWith('-')) values.push(token.text);
    }
    const [name, value] = values;
    if (name !== undefined && value !== undefined) this.aliases.set(name, value);
  }

  private word(word: Word): void {
    if (word.literal && (this.format(word) || this.replace(word))) return;
    this.push(word);
    this.remember(word);
  }

  /** `'{1}{0}' -f 'b','a'`, seen from its first argument. */
  private format(first: Word): boolean {
    const template = this.wordBefore(2);
    if (this.wordBefore(1)?.text !== '-f' || !template?.literal) return false;
    if (!this.variables.affords(template.text.length)) return false;
    const values = [first.text, ...this.literalsAhead()];
    this.done -= 2;
    const made = template.text.replace(/\{(\d{1,2})[^{}]*\}/g, (_, n: string) => {
      const value = values[Number(n)] ?? '';
      return this.variables.affords(value.length) ? value : '';
    });
    this.word(literal(made));
    return true;
  }

  /** `'aXb' -replace 'X',''`, seen from its last argument. */
  private replace(last: Word): boolean {
    const [subject, operator, search] = [
      this.wordBefore(3),
      this.wordBefore(2),
      this.wordBefore(1),
    ];
    if (!/^-[ci]?replace$/.test(operator?.text ?? '')) return false;
    if (!subject?.literal || !search?.literal || search.text === '') return false;
    const made = this.replaceAll(subject.text, search.text, last.text);
    if (made === undefined) return false;
    this.done -= 3;
    this.word(literal(made));
    return true;
  }

  private close(token: Token): void {
    const open = this.brackets.pop();
    if (open !== undefined) this.splat(open);
    const texts = open === undefined ? [] : this.literalsFrom(open + 1);
    const folded = open !== undefined && texts.length > 0 ? this.foldGroup(open, texts) : undefined;
    if (folded === undefined) this.push(token);
    else this.word(literal(folded));
  }

  /** `$name = @{ Path = 'x'; Recurse = $true }` */
  private splat(open: number): void {
    const name = this.tokens[open - 2];
    if (!isMark(this.tokens[open - 1], '=') || name?.kind !== 'word') return;
    if (this.done - open > MAX_PIECES || !name.text.startsWith('$')) return;
    let text = '';
    let value = false;
    for (let at = open + 1; at < this.done; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'word') value = false;
      else if (token.text === '=') value = true;
      else {
        const [key = '', ...rest] = token.text.split('=');
        text += value ? ` ${windowsArgument(token.text)}` : ` -${key}`;
        if (rest.length > 0) text += ` ${windowsArgument(rest.join('='))}`;
      }
    }
    // Without traits it is written as it is: several words.
    if (text.length <= MAX_SPLAT)
      this.splats.set(name.text.slice(1), { ...bareWord(text.trim()), traits: 0 });
  }

  /** The literals from one token on; none when anything else or too many stand there. */
  private literalsFrom(first: number): string[] {
    const texts: string[] = [];
    if (this.done - first > MAX_PIECES) return texts;
    for (let at = first; at < this.done; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'word' || !token.literal) return [];
      texts.push(token.text);
    }
    return texts;
  }

  /** The value of a bracket full of literals; takes from `out` what belongs to it. */
  private foldGroup(open: number, texts: readonly string[]): string | undefined {
    const before = this.tokens[open - 1];
    const name = before?.kind === 'word' ? before.text : '';
    if (name === '-join') return this.take(open - 1, texts.join(''));
    const subject = this.tokens[open - 2];
    if (name === '.replace' && texts.length === 2 && subject?.kind === 'word' && subject.literal) {
      const made = this.replaceAll(subject.text, texts[0] ?? '', texts[1] ?? '');
      return made === undefined ? undefined : this.take(open - 2, made);
    }
    const next = this.tokens[this.at + 1];
    if (next?.kind === 'word' && next.text === '-join') {
      const separator = this.tokens[this.at + 2];
      this.at += separator?.kind === 'word' ? 2 : 1;
      return this.take(open, texts.join(separator?.kind === 'word' ? separator.text : ''));
    }
    const called = before?.kind === 'word' && before.text !== '$' && !before.literal;
    return texts.length === 1 && !called ? this.take(open, texts[0] ?? '') : undefined;
  }

  /** Undefined when that is more than is followed. */
  private replaceAll(text: string, search: string, by: string): string | undefined {
    if (!this.variables.affords(text.length)) return undefined;
    return search === '' || by.length > MAX_REPLACEMENT ? text : text.replaceAll(search, by);
  }

  private take(from: number, value: string): string {
    this.done = from;
    return value;
  }

  private remember(word: Word): void {
    const set = this.wordBefore(2)?.text === 'set' ? /^(\w+)=([^]*)$/.exec(word.text) : null;
    if (set) this.variables.set(set[1] ?? '', { text: set[2] ?? '' });
    if (!isMark(this.tokens[this.done - 2], '=')) return;
    const target = this.tokens[this.done - 3];
    if (target?.kind === 'word')
      this.variables.set(target.text.replace(/^\$(env:)?|[+{}]/g, ''), word);
  }

  private wordBefore(steps: number): Word | undefined {
    const token = this.tokens[this.done - steps];
    return token?.kind === 'word' ? token : undefined;
  }

  private literalsAhead(): string[] {
    const texts: string[] = [];
    for (let next = this.tokens[this.at + 1]; texts.length < MAX_PIECES;) {
      if (next?.kind !== 'word' || !next.literal) break;
      texts.push(this.variables.expandWord(next).text);
      this.at++;
      next = this.tokens[this.at + 1];
    }
    return texts;
  }
}

const literal = (text: string): Word => wordOf(text, true, [text]);
