import { ShellLexer, specialCharacters } from './shell-lexer.js';
import type { Token } from './tokens.js';

const CHAR_CAST =
  /\[char\]\s*(?:(0x[0-9a-f]{1,6}|[0-9]{1,7})|\(\s*(0x[0-9a-f]{1,6}|[0-9]{1,7})\s*\))/y;
const SPECIAL = specialCharacters(' ,\n;&|{}()<>=`^#@\'"[');
const GLUE = /\s*\+\s*(?=['"]|\[char\])/y;

/**
 * Splits PowerShell (and the cmd that may stand in it) into words. It need not be right about
 * every script, only never lose text that a shell would run.
 */
export function lexWindows(text: string): Token[] {
  return new WindowsLexer(text).run();
}

const MAX_NAME = 100;
const BACKTICK = 0x60;

class WindowsLexer extends ShellLexer {
  private readonly missing = new Set<string>();

  constructor(text: string) {
    super(text, SPECIAL);
  }

  protected override step(char: string): void {
    const { writer, text } = this;
    const next = text[this.at + 1];
    switch (char) {
      case ' ':
      case ',':
        writer.end();
        break;
      case '\n':
      case ';':
      case '&':
        writer.mark(';');
        break;
      case '|':
        if (next === '|') this.at++;
        writer.mark(next === '|' ? ';' : '|');
        break;
      case '{':
      case '(':
        return this.bracket(char);
      case ')':
      case '}':
        writer.mark(')');
        break;
      case '>':
      case '<':
        return this.angle(char, next);
      case '=':
        return this.equals();
      case '`':
      case '^':
        return this.escape(next);
      case '#':
        if (!writer.inWord) return this.skipLine();
        writer.add(char);
        break;
      case '@':
        if (next === "'" || next === '"') return this.hereString(next);
        if (next !== '(' && next !== '{') writer.add(char);
        break;
      case "'":
      case '"':
        return this.quote(char);
      case '[':
        if (this.characterCast()) return;
        writer.add(char);
        break;
    }
    this.at++;
  }

  private bracket(char: string): void {
    const name = this.writer.current;
    // `${name}` is a variable, `$(…)` a command.
    if (char === '{' && name.endsWith('$')) {
      const inside = /^\{([^{}]*)\}/.exec(this.text.slice(this.at, this.at + MAX_NAME));
      if (inside) {
        this.writer.add(inside[1] ?? '');
        this.at += inside[0].length;
        return;
      }
    }
    this.writer.mark('(');
    this.at++;
  }

  private angle(char: string, next: string | undefined): void {
    if (char === '<' && next === '#') {
      const close = this.find('#>');
      this.writer.end();
      this.at = close < 0 ? this.at + 2 : close + 2;
      return;
    }
    this.writer.mark(char === '>' ? '>' : '<');
    this.at += next === char ? 2 : 1;
  }

  /** `$name = …` begins a new command; elsewhere `=` is part of a word. */
  private equals(): void {
    const { writer } = this;
    const last = writer.tokens[writer.tokens.length - 1];
    if (writer.inWord && !writer.current.startsWith('$')) writer.add('=');
    else if (writer.inWord || (last?.kind === 'word' && last.text.startsWith('$')))
      writer.mark('=');
    else writer.add('=');
    this.at++;
  }

  /** Backtick and caret: the next character as it is, nothing at the end of a line. */
  private escape(next: string | undefined): void {
    if (next === '\n' || next === undefined) this.writer.end();
    else this.writer.add(next);
    this.at += 2;
  }

  /** As indexOf; what was not found once is not looked for again. */
  private find(end: string): number {
    if (this.missing.has(end)) return -1;
    const found = this.text.indexOf(end, this.at);
    if (found < 0) this.missing.add(end);
    return found;
  }

  private hereString(quote: string): void {
    const close = this.find(`\n${quote}@`);
    if (close < 0) {
      this.at++;
      return;
    }
    this.writer.addString(this.text.slice(this.at + 2, close));
    this.at = close + 3;
  }

  private quote(char: string): void {
    const close = this.closing(char);
    if (close < 0) {
      // Not closed: cmd drops a quote that stands alone.
      this.at++;
      return;
    }
    this.writer.addString(unquote(this.text.slice(this.at + 1, close), char));
    this.at = close + 1;
    // `'text'.Replace(…)`: the method is a word of its own.
    if (this.text[this.at] === '.') this.writer.end();
    else this.glue();
  }

  /** `'a' + 'b'` is one word. */
  private glue(): void {
    GLUE.lastIndex = this.at;
    if (GLUE.test(this.text)) this.at = GLUE.lastIndex;
  }

  private characterCast(): boolean {
    CHAR_CAST.lastIndex = this.at;
    const found = CHAR_CAST.exec(this.text);
    if (!found) return false;
    const code = Number(found[1] ?? found[2]);
    if (code < 0x10000) this.writer.addString(String.fromCharCode(code).toLowerCase());
    this.at = CHAR_CAST.lastIndex;
    this.glue();
    return true;
  }

  private closing(char: string): number {
    if (this.unbalanced) return this.text.indexOf(char, this.at + 1);
    const end = char.charCodeAt(0);
    for (let at = this.at + 1; at < this.text.length; at++) {
      const unit = this.text.charCodeAt(at);
      if (unit === BACKTICK && char === '"') at++;
      else if (unit === end) {
        if (this.text.charCodeAt(at + 1) !== end) return at;
        at++;
      }
    }
    this.unbalanced = true;
    return -1;
  }
}

function unquote(text: string, quote: string): string {
  if (!text.includes(quote) && !text.includes('`')) return text;
  if (quote === "'") return text.replaceAll("''", "'");
  return text.replaceAll('""', '"').replace(/`([^])/g, (_, char: string) => ESCAPES[char] ?? char);
}

/** The blanks among the escapes; of the others the letter is more telling than what it stands for. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ' };
