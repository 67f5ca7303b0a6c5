import { foldCharacters } from './characters.js';
import type { Dialect } from './dialects.js';
import { LineBuffer } from './line-buffer.js';
import type { Mark, Token, Word } from './tokens.js';
import { Variables } from './variables.js';
import { LinePaths, WorkingFolders } from './working-folder.js';

/** Strings in strings: `sh -c "sh -c '…'"`. */
const MAX_DEPTH = 5;
/** How far into a command line a wrapped command may begin, and how much of it is looked at. */
const MAX_CANDIDATE = 12;
const MAX_EXTRA_WORDS = 32;
/** Work beyond this many characters per character of the text, and a constant, is refused. */
const MAX_RATIO = 8;
/** What a word costs beside its characters. */
const WORD_COST = 4;
const SLACK = 16_384;

export interface Canonical {
  /** One command line a line; a pipe is ` | `; words are separated by one blank. */
  readonly text: string;
  /** False when the text was too convoluted to be followed to its end. */
  readonly complete: boolean;
}

/**
 * Rewrites a script so that rules meet each command in one spelling: lower case, no quotes, escapes
 * or folders in front of programs, constants folded. Commands hidden in strings, brackets or behind
 * wrapper programs get a line of their own.
 */
export function canonical(text: string, dialect: Dialect): Canonical {
  const writer = new CanonicalWriter(dialect, text.length * MAX_RATIO + SLACK);
  writer.read({ text: foldCharacters(text), depth: 0 });
  return { text: writer.lines.toString(), complete: writer.complete };
}

/** A text to be read, and where it runs. */
interface Script {
  readonly text: string;
  readonly depth: number;
  readonly folder?: string | undefined;
}

class CanonicalWriter {
  readonly lines = new LineBuffer();
  private readonly extraLines = new Set<string>();
  private readonly variables: Variables;
  private readonly queued = new Set<string>();
  private readonly open: Script[] = [];
  private tokens: readonly Token[] = [];
  private folders: WorkingFolders | undefined;
  /** Folder → the words that were written out from it. */
  private readonly paths = new Map<string, LinePaths>();
  /** Words that have more than one spelling → a program's name, an argument: worked out once. */
  private readonly names = new Map<string, string>();
  private readonly arguments = new Map<string, string>();
  /** Token → whether what is written here ends up in an interpreter or in a file. */
  private feeds: Uint8Array | undefined;

  constructor(
    private readonly dialect: Dialect,
    private left: number,
  ) {
    this.variables = new Variables(dialect.variables);
  }

  get complete(): boolean {
    return this.left >= 0 && !this.variables.exhausted;
  }

  read(script: Script): void {
    this.open.push(script);
    for (let next = this.open.shift(); next && this.complete; next = this.open.shift()) {
      this.left -= next.text.length;
      if (this.complete) this.script(next);
    }
  }

  private script({ text, depth, folder }: Script): void {
    this.tokens = this.dialect.read(text, this.variables);
    if (!this.complete) return;
    this.feeds = undefined;
    this.folders = new WorkingFolders(this.tokens, this.dialect, folder, this.commandAt);
    let at = 0;
    while (at < this.tokens.length && this.complete) at = this.bothLines(at, false) + 1;
    for (const extra of this.commands(depth)) {
      if (!this.complete) return;
      this.bothLines(extra, true);
    }
  }

  private readonly commandAt = (from: number) => {
    const at = this.skipPrefixes(from);
    return { at, name: this.nameAt(at) };
  };

  /**
   * Goes over every place where a command begins: notes what it sets, queues the strings it is
   * given, and returns the places inside it where another command may begin.
   */
  private commands(depth: number): number[] {
    const extras: number[] = [];
    let begins = true;
    for (let at = 0; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token?.kind === 'mark') {
        begins = this.begins(token, at);
        // `$(`: the bracket that follows says the same.
        const next = begins && token.sign !== ';' && token.sign !== '|' && this.tokens[at + 1];
        if (next && this.beginsWithWord(at + 1)) extras.push(at + 1);
      } else if (begins) {
        begins = false;
        this.command(at, depth, extras);
      }
    }
    return extras;
  }

  /** A word, or one in brackets: `{ (get-x y).kill() }`. */
  private beginsWithWord(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind === 'word') return token.text !== '$';
    return token?.sign === '(' && this.tokens[at + 1]?.kind === 'word';
  }

  /** Whether a command begins behind a mark. After a bracket: `if (…) do …`, `case x in a) …`. */
  private begins(mark: Mark, at: number): boolean {
    if (mark.sign !== ')') return mark.ends || mark.sign === '=';
    const next = this.tokens[at + 1];
    if (next?.kind !== 'word') return false;
    return this.dialect.closesPattern || this.dialect.transparent.has(next.text);
  }

  private command(from: number, depth: number, extras: number[]): void {
    const end = this.endOf(from);
    const first = this.tokens[from];
    if (end === from + 1 && first?.kind === 'word' && first.strings.length === 0) return;
    const start = this.skipPrefixes(from);
    const name = this.nameAt(start);
    const folder = this.folders?.at(from);
    if (from !== start || this.dialect.wrappers.has(name)) {
      this.addCandidates(from, end, extras);
      this.queueArguments(this.skipOptions(start + 1, []), end, { depth: depth + 1, folder });
    }
    const inert = this.dialect.inert.has(name) && !this.feedsOthers(from);
    for (let at = from; at < end && depth < MAX_DEPTH; at++) {
      const token = this.tokens[at];
      if (token?.kind === 'word') this.queueStrings(token, { depth: depth + 1, folder }, inert);
    }
  }

  private addCandidates(from: number, end: number, extras: number[]): void {
    for (let at = from + 1; at < end && at <= from + MAX_CANDIDATE; at++) {
      const token = this.tokens[at];
      if (token?.kind === 'word' && token.text !== '' && !this.dialect.option.test(token.text))
        extras.push(at);
    }
  }

  /** Nested quotes may end early by mistake: then the arguments belong together. */
  private queueArguments(from: number, end: number, script: Omit<Script, 'text'>): void {
    const last = Math.min(end, from + MAX_EXTRA_WORDS);
    let joined = '';
    let glued = false;
    for (let at = from; at < last; at++) {
      const word = this.tokens[at];
      if (word?.kind !== 'word') continue;
      joined += `${word.text} `;
      glued ||= !word.literal && word.strings.some((text) => text.includes(' '));
    }
    if (glued && script.depth <= MAX_DEPTH) this.queue({ text: joined, ...script });
  }

  private queueStrings(word: Word, script: Omit<Script, 'text'>, inert: boolean): void {
    const { strings } = word;
    if (strings.length === 0 && !word.literal) return;
    const whole = word.literal || strings.length > 1 ? [word.text] : [];
    for (const text of word.literal ? whole : [...whole, ...strings]) {
      // Even a string that is only shown is expanded first.
      const from = inert ? text.search(/\$\(|`/) : 0;
      if (from >= 0 && /[\s;|&({=]/.test(text)) this.queue({ text: text.slice(from), ...script });
    }
  }

  /** A repeated string (in a variable, say) adds nothing in the same folder. */
  private queue(script: Script): void {
    const key = script.folder === undefined ? script.text : `${script.folder}\n${script.text}`;
    if (this.queued.has(key)) return;
    this.queued.add(key);
    this.open.push(script);
  }

  /** Index after the last token of the command: brackets inside it belong to it. */
  private endOf(from: number): number {
    let at = from;
    for (let token = this.tokens[at]; token; token = this.tokens[++at])
      if (token.kind === 'mark' && token.ends) break;
    return at;
  }

  /** Whether what is written from here on is read by an interpreter or kept in a file. */
  private feedsOthers(at: number): boolean {
    this.feeds ??= this.findFeeds();
    return this.feeds[at] === 1;
  }

  /** Goes backwards over every pipeline once. */
  private findFeeds(): Uint8Array {
    const { groupBegins, groupEnds } = this.dialect;
    const feeds = new Uint8Array(this.tokens.length);
    /** What becomes of the output of each group that is open, innermost last. */
    const around: number[] = [];
    let feeding = 0;
    for (let at = this.tokens.length - 1; at >= 0; at--) {
      const token = this.tokens[at];
      const sign = token?.kind === 'mark' ? token.sign : undefined;
      const word = token?.kind === 'word' ? token.text : '';
      if (sign === ';') feeding = around[around.length - 1] ?? 0;
      else if (sign === ')' || groupEnds.has(word)) around.push(feeding);
      else if (sign === '(' || groupBegins.has(word)) feeding = around.pop() ?? feeding;
      else if (sign === '>' || (sign === '|' && this.isInterpreter(at + 1))) feeding = 1;
      feeds[at] = feeding;
    }
    return feeds;
  }

  private isInterpreter(at: number): boolean {
    return this.dialect.interpreters.has(this.nameAt(this.skipPrefixes(at)));
  }

  /** First word of the command itself, past `sudo -u x`, `NAME=value` and the like. */
  private skipPrefixes(from: number): number {
    let at = from;
    for (let guard = 0; guard < MAX_CANDIDATE; guard++) {
      const token = this.tokens[at];
      if (token?.kind !== 'word') return from;
      if (this.dialect.assignment?.test(token.text)) {
        at++;
        continue;
      }
      const options = this.dialect.transparent.get(this.nameAt(at));
      if (!options) return at;
      const next = this.skipOptions(at + 1, options);
      if (this.tokens[next]?.kind !== 'word') return at;
      at = next;
    }
    return at;
  }

  private skipOptions(from: number, withValue: readonly string[]): number {
    let at = from;
    for (let token = this.tokens[at]; token?.kind === 'word'; token = this.tokens[at]) {
      if (/^\d+[smhd]?$/.test(token.text)) at++;
      else if (this.dialect.option.test(token.text)) at += withValue.includes(token.text) ? 2 : 1;
      else break;
    }
    return at;
  }

  private nameAt(at: number): string {
    const token = this.tokens[at];
    if (token?.kind !== 'word') return '';
    const { text, traits } = token;
    if ((traits & this.dialect.commandTraits) === 0) return text;
    let name = this.names.get(text);
    if (name === undefined) this.names.set(text, (name = plain(this.dialect.command(text))));
    return name;
  }

  private argumentOf({ text, traits }: Word): string {
    if ((traits & this.dialect.argumentTraits) === 0) return text;
    let argument = this.arguments.get(text);
    if (argument === undefined)
      this.arguments.set(text, (argument = plain(this.dialect.argument(text))));
    return argument;
  }

  /** The line as it stands and, where it is known where it runs, with every path from the root on. */
  private bothLines(from: number, extra: boolean): number {
    const end = this.line(from, extra);
    const folder = this.folders?.at(from);
    if (folder !== undefined && this.complete) this.line(from, extra, folder);
    return end;
  }

  /** Writes the command line from `from`; returns where it ended. */
  private line(from: number, extra: boolean, folder?: string): number {
    const { lines } = this;
    const paths = folder === undefined ? undefined : this.pathsFrom(folder).begin();
    let begins = true;
    let evaluates = false;
    let brackets = 0;
    let at = from;
    lines.begin();
    for (; at < this.tokens.length && !(extra && lines.words > MAX_EXTRA_WORDS); at++) {
      if (begins) at = this.skipPrefixes(at);
      const token = this.tokens[at];
      if (token?.kind === 'word') {
        const word = begins
          ? this.nameAt(at)
          : evaluates && /^\$\S+$/.test(token.text)
            ? '$unknown'
            : (paths?.of(token.text) ?? this.argumentOf(token));
        if (begins) evaluates = this.dialect.evaluators.has(word);
        if (extra && this.dialect.filler?.test(word)) continue;
        if (word !== '' || !paths) lines.add(word);
        if (begins && paths?.implied(word, this.tokens[at + 1])) lines.add(paths.folder);
        begins = false;
        continue;
      }
      const sign = token?.sign ?? ';';
      if (sign === ';' || (extra && sign === ')' && brackets === 0)) break;
      if (sign === '(') brackets++;
      else if (sign === ')') brackets--;
      else lines.add(sign);
      if (sign === '|') begins = true;
    }
    this.left -= lines.words * WORD_COST + lines.lineLength;
    const known = () => (extra || paths !== undefined) && this.knows(lines.line);
    if (lines.lineLength === 0 || !this.complete || paths?.changed === false || known())
      lines.drop();
    return at;
  }

  private pathsFrom(folder: string): LinePaths {
    let paths = this.paths.get(folder);
    if (!paths) this.paths.set(folder, (paths = new LinePaths(this.dialect.folders, folder)));
    return paths;
  }

  /** Lines that stand for what hides in others come once each. */
  private knows(extraLine: string): boolean {
    if (this.extraLines.has(extraLine)) return true;
    this.extraLines.add(extraLine);
    return false;
  }
}

/** What separates commands may stand in a word; there it means nothing. */
const plain = (text: string) =>
  /[\n;|&(){}]/.test(text) ? text.replace(/[\n;|&(){}]/g, ' ') : text;
