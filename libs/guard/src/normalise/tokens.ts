/** A word of a command line, its quotes and escapes removed. */
export interface Word {
  readonly kind: 'word';
  readonly text: string;
  /** Nothing but string literals: it may be folded with its neighbours. */
  readonly literal: boolean;
  /** What stood in quotes: it may be a command line for the program that gets it. */
  readonly strings: readonly string[];
}

/**
 * What stands between words: the end of a command, a pipe, the beginning and end of a group (any
 * bracket that may hold a command), a redirection, an assignment.
 */
export type MarkSign = ';' | '|' | '(' | ')' | '>' | '<' | '=';

export interface Mark {
  readonly kind: 'mark';
  readonly sign: MarkSign;
}

export type Token = Word | Mark;

export const isMark = (token: Token | undefined, signs: string): token is Mark =>
  token?.kind === 'mark' && signs.includes(token.sign);

const NO_STRINGS: readonly string[] = [];
const MARKS: Readonly<Record<MarkSign, Mark>> = {
  ';': { kind: 'mark', sign: ';' },
  '|': { kind: 'mark', sign: '|' },
  '(': { kind: 'mark', sign: '(' },
  ')': { kind: 'mark', sign: ')' },
  '>': { kind: 'mark', sign: '>' },
  '<': { kind: 'mark', sign: '<' },
  '=': { kind: 'mark', sign: '=' },
};

/** Collects tokens; a word grows piece by piece until it is ended. */
export class TokenWriter {
  readonly tokens: Token[] = [];
  private text = '';
  private strings: string[] | undefined;
  private bare = false;
  private open = false;

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
    const { text, strings = NO_STRINGS, bare } = this;
    this.tokens.push({ kind: 'word', text, literal: !bare, strings });
    this.text = '';
    this.strings = undefined;
    this.bare = false;
    this.open = false;
  }

  /** Gives up the word so far, e.g. because it turns out to be several. */
  discard(): void {
    this.text = '';
    this.strings = undefined;
    this.bare = false;
    this.open = false;
  }

  mark(sign: MarkSign): void {
    this.end();
    const mark = MARKS[sign];
    // Many ends of a command are one.
    if (sign === ';' && this.tokens.at(-1) === mark) return;
    this.tokens.push(mark);
  }
}
