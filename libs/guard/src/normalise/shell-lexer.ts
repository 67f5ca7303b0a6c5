import { TokenWriter, type Token } from './tokens.js';

/** Character of ASCII → whether it is one of the given ones. */
export function specialCharacters(characters: string): Uint8Array {
  const special = new Uint8Array(128);
  for (const character of characters) special[character.charCodeAt(0)] = 1;
  return special;
}

/**
 * What reading is like for every shell: once through the text, by its special characters and by the
 * runs of plain ones between them.
 */
export abstract class ShellLexer {
  protected readonly writer: TokenWriter;
  protected at = 0;
  /**
   * The end of a quote was looked for in vain. It is looked for with care only once: a text full of
   * open quotes must not cost its square.
   */
  protected unbalanced = false;

  /** @param special characters of ASCII that mean something; see {@link specialCharacters} */
  constructor(
    protected readonly text: string,
    private readonly special: Uint8Array,
  ) {
    this.writer = new TokenWriter(text.length);
  }

  run(): Token[] {
    const { text } = this;
    while (this.at < text.length)
      if (this.isPlain(this.at)) this.plain();
      else this.step(text.charAt(this.at));
    this.endWord();
    return this.writer.tokens;
  }

  /** Reads what begins with `char`, one of the special ones, and moves on from `at`. */
  protected abstract step(char: string): void;

  protected endWord(): void {
    this.writer.end();
  }

  /** Characters that mean nothing special, in one piece. */
  private plain(): void {
    const from = this.at;
    let to = from + 1;
    while (to < this.text.length && this.isPlain(to)) to++;
    this.writer.add(this.text.slice(from, to));
    this.at = to;
  }

  private isPlain(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit >= this.special.length || this.special[unit] === 0;
  }

  /** A comment: the end of the line stays. */
  protected skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }
}
