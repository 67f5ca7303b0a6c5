import { TokenWriter, type Token } from './tokens.js';

/**
 * What reading is like for every shell: once through the text, by its special characters and by the
 * runs of plain ones between them.
 */
export abstract class ShellLexer {
  protected readonly writer = new TokenWriter();
  protected at = 0;
  /**
   * The end of a quote was looked for in vain. It is looked for with care only once: a text full of
   * open quotes must not cost its square.
   */
  protected unbalanced = false;

  /** @param plainRun characters that mean nothing special; sticky */
  constructor(
    protected readonly text: string,
    private readonly plainRun: RegExp,
  ) {}

  run(): Token[] {
    while (this.at < this.text.length) this.step(this.text[this.at] ?? '');
    this.endWord();
    return this.writer.tokens;
  }

  /** Reads what begins with `char`, which stands at `at`, and moves on. */
  protected abstract step(char: string): void;

  protected endWord(): void {
    this.writer.end();
  }

  /** The character as it is, with the plain ones that follow, in one piece. */
  protected plain(): void {
    this.plainRun.lastIndex = this.at + 1;
    const end = this.plainRun.test(this.text) ? this.plainRun.lastIndex : this.at + 1;
    this.writer.add(this.text.slice(this.at, end));
    this.at = end;
  }

  /** A comment: the end of the line stays. */
  protected skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }
}
