import { expandBraces } from './brace-expansion.js';
import { ShellLexer, specialCharacters } from './shell-lexer.js';
import type { LexedSign, Token } from './tokens.js';

/** Splits text for a POSIX shell (and what bash adds) into words, quotes and escapes resolved. */
export function lexPosix(text: string): Token[] {
  return new PosixLexer(text).run();
}

const SPECIAL = specialCharacters(' \n;&|(){}<>\\\'"$`#');
/** `${name}`, `${name:-default}`, `${name:0:1}` and what else may stand in the braces. */
const PARAMETER = /^([a-z_][a-z0-9_]*|[@*#?$!0-9-])(?::?[-=+](.*)|(:0:1)|.*)$/s;
const BACKSLASH = 0x5c;
const NAME = /[a-z_][a-z0-9_]*|[@*#?$!0-9-]/y;

class PosixLexer extends ShellLexer {
  constructor(text: string) {
    super(text, SPECIAL);
  }

  protected override step(char: string): void {
    const { writer, text } = this;
    const next = text[this.at + 1];
    switch (char) {
      case ' ':
        this.endWord();
        break;
      case '\n':
      case ';':
        this.mark(';');
        break;
      case '&':
        // `&>` and `>&` redirect; everything else with `&` ends a command.
        if (next !== '>' && text[this.at - 1] !== '>') this.mark(';');
        break;
      case '|':
        this.mark(next === '|' ? ';' : '|');
        if (next === '|' || next === '&') this.at++;
        break;
      case '(':
      case ')':
        this.mark(char);
        break;
      case '`':
        this.mark('{');
        break;
      case '{':
      case '}':
        return this.brace(char, next);
      case '<':
      case '>':
        this.mark(char);
        while ('<>|'.includes(text[this.at + 1] ?? ' ')) this.at++;
        break;
      case '\\':
        if (next !== '\n' && next !== undefined) writer.add(next);
        this.at++;
        break;
      case "'":
      case '"':
        return this.quote(char);
      case '$':
        return this.dollar(next);
      case '#':
        if (!writer.inWord) return this.skipLine();
        writer.add(char);
        break;
    }
    this.at++;
  }

  private mark(sign: LexedSign): void {
    this.endWord();
    this.writer.mark(sign);
  }

  /** Words may be several after brace expansion: `{rm,-rf,/}`. */
  protected override endWord(): void {
    const { writer } = this;
    if (!writer.inWord) return;
    const word = writer.current;
    if (!word.includes('{') || !word.includes(',') || writer.quoted) return writer.end();
    writer.discard();
    for (const part of expandBraces(word)) {
      writer.add(part);
      writer.end();
    }
  }

  /** A brace that stands alone groups commands; inside a word it belongs to the word. */
  private brace(char: string, next: string | undefined): void {
    const alone = !this.writer.inWord && (next === undefined || ' \n;'.includes(next));
    if (alone) this.mark(char === '{' ? '{' : '}');
    else this.writer.add(char);
    this.at++;
  }

  private quote(char: string): void {
    const close = this.closing(char);
    if (close < 0) {
      this.endWord();
      this.at++;
      return;
    }
    const inside = this.text.slice(this.at + 1, close);
    this.writer.addString(char === "'" ? inside : unquote(inside));
    this.at = close + 1;
  }

  private closing(char: string): number {
    if (char === "'" || this.unbalanced) return this.text.indexOf(char, this.at + 1);
    const end = char.charCodeAt(0);
    for (let at = this.at + 1; at < this.text.length; at++) {
      const unit = this.text.charCodeAt(at);
      if (unit === BACKSLASH) at++;
      else if (unit === end) return at;
    }
    this.unbalanced = true;
    return -1;
  }

  private dollar(next: string | undefined): void {
    if (next === "'") return this.ansiString();
    if (next === '"') {
      this.at++;
      return;
    }
    if (next === '{') return this.parameter();
    if (next === '(') {
      this.writer.add('$');
      this.at++;
      return;
    }
    NAME.lastIndex = ++this.at;
    if (!NAME.test(this.text)) {
      this.writer.add('$');
      return;
    }
    const name = this.text.slice(this.at, NAME.lastIndex);
    this.at = NAME.lastIndex;
    this.variable(name);
  }

  private parameter(): void {
    const near = this.text.slice(this.at + 2, this.at + MAX_PARAMETER);
    const close = near.indexOf('}');
    const value = close < 0 ? undefined : valueOf(near.slice(0, close));
    if (value === undefined) {
      this.writer.add('$');
      this.at++;
      return;
    }
    this.at += close + 3;
    if (value === '${ifs}') this.endWord();
    else this.writer.add(value);
  }

  /** Leaves `${name}` for the variables that the text itself may set. */
  private variable(name: string): void {
    if (name === 'ifs') this.endWord();
    else this.writer.add(spellingOf(name));
  }

  private ansiString(): void {
    let close = this.at + 2;
    while (close < this.text.length && this.text[close] !== "'")
      close += this.text[close] === '\\' ? 2 : 1;
    this.writer.addString(this.text.slice(this.at + 2, close).replace(ANSI_ESCAPE, decodeAnsi));
    this.at = close + 1;
  }
}

const MAX_PARAMETER = 200;
const QUOTED_PARAMETER = /\$\{([^{}]{1,200})\}/g;

/** Without arguments these are empty, so `r$@m` is `rm`. */
const spellingOf = (name: string) => ('@*#?!0123456789-'.includes(name) ? '' : `\${${name}}`);

/** What stands for `${inside}`; undefined when that is no parameter. */
function valueOf(inside: string): string | undefined {
  const found = PARAMETER.exec(inside);
  if (!found) return undefined;
  const [, name = '', fallback, firstLetter] = found;
  if (firstLetter !== undefined && FOLDERS.has(name)) return '/';
  return fallback ? fallback : spellingOf(name);
}

/** Variables that hold a path, so that their first letter is `/`. */
const FOLDERS = new Set(['path', 'home', 'pwd', 'oldpwd', 'shell', 'bash', 'tmpdir', '_']);

/** Text in double quotes: escapes undone, parameters in the one spelling that is looked up. */
function unquote(text: string): string {
  const plain = text.includes('\\') ? text.replace(/\\([\\"$`\n])/g, unescape) : text;
  if (!plain.includes('${')) return plain;
  return plain.replace(QUOTED_PARAMETER, (spelling, inside: string) => valueOf(inside) ?? spelling);
}

const unescape = (_: string, char: string) => (char === '\n' ? '' : char);

const ANSI_ESCAPE = /\\(x[0-9a-f]{1,2}|u[0-9a-f]{1,4}|[0-7]{1,3}|[^])/g;

function decodeAnsi(_: string, code: string): string {
  const octal = /^[0-7]+$/.test(code);
  if (octal) return String.fromCharCode(Number.parseInt(code, 8)).toLowerCase();
  const hex = code.length > 1 ? Number.parseInt(code.slice(1), 16) : Number.NaN;
  if (!Number.isNaN(hex)) return String.fromCharCode(hex).toLowerCase();
  return { n: '\n', t: ' ', r: '\n' }[code] ?? code;
}
