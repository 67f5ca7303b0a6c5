import type { Dialect } from './dialects.js';
import type { FolderSyntax } from './folder-syntax.js';
import type { Token } from './tokens.js';

/** Limit on folders remembered by `pushd` and subshells. */
const MAX_KEPT = 64;
/** Rules name nothing in deeper folders. */
const MAX_FOLDER = 120;

/** Working folder for each token of a script, where the script sets it. */
export class WorkingFolders {
  private folder: string | undefined;
  private before: string | undefined;
  private readonly kept: (string | undefined)[] = [];
  private readonly subshells: (string | undefined)[] = [];
  /** Made with the first change: most scripts have none. */
  private known: (string | undefined)[] | undefined;

  /**
   * @param start where the script runs
   * @param nameAt token → index of the command's own first word, and its name
   */
  constructor(
    private readonly tokens: readonly Token[],
    private readonly dialect: Dialect,
    private readonly start: string | undefined,
    nameAt: (at: number) => { at: number; name: string },
  ) {
    this.folder = start;
    let begins = true;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      if (this.known) this.known[at] = this.folder;
      if (token?.kind === 'mark') {
        begins = token.ends;
        if (token.subshell) this.subshell(token.sign === '(');
      } else if (begins) {
        begins = false;
        const command = nameAt(at);
        this.command(command.name, command.at, at);
      }
    }
  }

  at(index: number): string | undefined {
    return this.known ? this.known[index] : this.start;
  }

  private subshell(opens: boolean): void {
    if (!this.dialect.subshells) return;
    if (!opens) {
      if (this.subshells.length > 0) this.folder = this.subshells.pop();
    } else if (this.subshells.length < MAX_KEPT) this.subshells.push(this.folder);
  }

  private command(name: string, at: number, from: number): void {
    const { folders } = this.dialect;
    const first = this.tokens[at];
    const glued = first?.kind === 'word' ? folders.glued(first.text) : undefined;
    if (glued !== undefined) this.go(folders.resolve(this.folder, glued), from);
    else if (folders.back.has(name)) this.go(this.kept.pop(), from);
    else if (folders.go.has(name)) {
      if (folders.keep.has(name) && this.kept.length < MAX_KEPT) this.kept.push(this.folder);
      this.go(this.target(at + 1), from);
    }
  }

  private target(from: number): string | undefined {
    const { folders, option } = this.dialect;
    for (let at = from; ; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'word') return token?.sign === '(' ? undefined : folders.home;
      if (token.text === '-') return this.before;
      if (option.test(token.text) && !(token.text.length > 2 && token.text.startsWith('/')))
        continue;
      return folders.resolve(this.folder, token.text);
    }
  }

  /** The change holds for what comes after the command. */
  private go(folder: string | undefined, from: number): void {
    this.known ??= new Array<string | undefined>(from + 1).fill(this.start);
    this.before = this.folder;
    this.folder = folder && folder.length <= MAX_FOLDER ? folder : undefined;
  }
}

/** Writes out the words of command lines that run in one known folder. */
export class LinePaths {
  /** A word of the line became another one. */
  changed = false;
  private wanted: 'all' | 'first' | 'none' = 'all';
  /** Word → its path; words come again and again. */
  private readonly known = new Map<string, string | undefined>();
  /** What stands in the line already. */
  private readonly written = new Set<string>();

  constructor(
    private readonly syntax: FolderSyntax,
    readonly folder: string,
  ) {}

  begin(): this {
    this.changed = false;
    this.wanted = 'all';
    this.written.clear();
    return this;
  }

  /** Whether the command works on the folder because nothing else is named. */
  implied(name: string, next: Token | undefined): boolean {
    this.wanted = this.syntax.pathsFirst.has(name) ? 'first' : 'all';
    const implied =
      this.syntax.here.has(name) && !(next?.kind === 'word' && !next.text.startsWith('-'));
    this.changed ||= implied;
    return implied;
  }

  /** undefined: the word stays as it is. Empty: it is there already. */
  of(word: string): string | undefined {
    if (this.wanted === 'first' && word.startsWith('-')) this.wanted = 'none';
    if (this.wanted === 'none') return undefined;
    let path = this.known.get(word);
    if (path === undefined && !this.known.has(word)) {
      path = this.syntax.resolve(this.folder, word);
      this.known.set(word, path);
    }
    if (path === undefined || path === word) return path;
    this.changed = true;
    if (this.written.has(path)) return '';
    this.written.add(path);
    return path;
  }
}
