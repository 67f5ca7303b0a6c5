const WORD = /[\p{L}\p{N}_-]/u;

/** Finds names in a text, letter by letter and as whole words: `report` is not in `old-reports`. */
export class NamesIn {
  /** Word boundary. */
  private readonly borders: number[] = [];
  private readonly isBorder: Uint8Array;

  constructor(private readonly text: string) {
    this.isBorder = new Uint8Array(text.length + 1);
    let inWord = false;
    for (let at = 0; at <= text.length; at += 1) {
      const word = at < text.length && WORD.test(text.charAt(at));
      if (!(inWord && word)) {
        this.borders.push(at);
        this.isBorder[at] = 1;
      }
      inWord = word;
    }
  }

  /** Names that occur in the text. */
  of(names: ReadonlySet<string>): string[] {
    const lengths = [...new Set([...names].map(({ length }) => length))];
    const found = new Set<string>();
    for (const at of this.borders) {
      for (const length of lengths) {
        if (this.isBorder[at + length] !== 1) continue;
        const words = this.text.slice(at, at + length);
        if (names.has(words)) found.add(words);
      }
    }
    return [...found];
  }
}
