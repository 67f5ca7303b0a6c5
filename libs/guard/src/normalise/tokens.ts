import { traitsOf } from './traits.js';

/** A word of a command line, its quotes and escapes removed. {@link wordOf} makes it. */
export interface Word {
  readonly kind: 'word';
  readonly text: string;
  /** Nothing but string literals: it may be folded with its neighbours. */
  readonly literal: boolean;
  /** What stood in quotes: it may be a command line for the program that gets it. */
  readonly strings: readonly string[];
  /** Bits of `TRAIT`. */
  readonly traits: number;
}

/**
 * What stands between words: the end of a command, a pipe, the beginning and end of a group (any
 * bracket that may hold a command), a redirection, an assignment.
 */
export type MarkSign = ';' | '|' | '(' | ')' | '>' | '<' | '=';

export interface Mark {
  readonly kind: 'mark';
  readonly sign: MarkSign;
  /** No command goes on behind it. */
  readonly ends: boolean;
  /** A bracket around commands that leave nothing behind for those after it. */
  readonly subshell: boolean;
}

export type Token = Word | Mark;

export const isMark = (token: Token | undefined, sign: MarkSign): token is Mark =>
  token?.kind === 'mark' && token.sign === sign;

export const wordOf = (text: string, literal: boolean, strings: readonly string[]): Word => ({
  kind: 'word',
  text,
  literal,
  strings,
  traits: traitsOf(text),
});

const NO_STRINGS: readonly string[] = [];
/** A sign as the lexer meets it: braces group as brackets do, without a shell of their own. */
export type LexedSign = MarkSign | '{' | '}';
/** Code of the sign → its mark. */
const MARKS: Mark[] = [];
const note = (lexed: LexedSign, sign: MarkSign, ends: boolean, subshell = false) => {
  MARKS[lexed.charCodeAt(0)] = { kind: 'mark', sign, ends, subshell };
};
for (const sign of [';', '|'] as const) note(sign, sign, true);
for (const sign of ['(', ')'] as const) note(sign, sign, true, true);
for (const sign of ['>', '<', '='] as const) note(sign, sign, false);
note('{', '(', true);
note('}', ')', true);

/** A word as it stands, without quotes. */
export const bareWord = (text: string): Word => wordOf(text, false, NO_STRINGS);

/** Words that may be met again, each in its place. */
const RECENT = 256;

/** Collects tokens; a word grows piece by piece until it is ended. */
export class TokenWriter {
  readonly tokens: Token[] = [];
  private readonly recent: (Word | undefined)[] | undefined;
  private text = '';
  private strings: string[] | undefined;
  private bare = false;
  private open = false;

  /** @param length of the text: a short one is not worth remembering its words */
  constructor(length: number) {
    if (length >= RECENT) this.recent = new Array<Word | undefined>(RECENT);
  }

  /** Text of the word so far. */
  get current(): string {
    return this.text;
  }

  /** A part of the word so far stood in quotes and is longer than a letter or two. */
  get quoted(): boolean {
    return this.strings?.some((part) => part.length > 2) ?? false;
  }

  get inWord(): boolean {
    return this.open;
  }

  add(text: string): void {
    this.text += text;
    this.bare = true;
    this.open = true;
  }

  addString(text: string): void {
    this.text += text;
    (this.strings ??= []).push(text);
    this.open = true;
  }

  end(): void {
    if (!this.open) return;
    const { text, strings, bare } = this;
    this.tokens.push(strings ? wordOf(text, !bare, strings) : this.wordSeen(text));
    this.discard();
  }

  /** Words come again and again: then it is the same one, and what is known of it stays known. */
  private wordSeen(text: string): Word {
    const { recent } = this;
    if (!recent || text === '') return bareWord(text);
    const { length } = text;
    const sum = length + text.charCodeAt(0) * 31 + text.charCodeAt(length - 1) * 7;
    const seen = recent[sum % RECENT];
    return seen?.text === text ? seen : (recent[sum % RECENT] = bareWord(text));
  }

  /** Gives up the word so far, e.g. because it turns out to be several. */
  discard(): void {
    this.text = '';
    this.strings = undefined;
    this.bare = false;
    this.open = false;
  }

  mark(sign: LexedSign): void {
    this.end();
    const mark = MARKS[sign.charCodeAt(0)] as Mark;
    // Many ends of a command are one.
    if (sign === ';' && this.tokens[this.tokens.length - 1] === mark) return;
    this.tokens.push(mark);
  }
}
