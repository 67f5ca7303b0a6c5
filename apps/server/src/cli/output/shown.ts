import { pieceText, visiblePieces, type VisibleStyle, visibleText } from '@kenny/kernel';

/** SGR codes. */
const CODES = { bold: 1, dim: 2, inverse: 7, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Look = keyof typeof CODES;

interface Span {
  readonly text: string;
  readonly look?: Look | undefined;
}

/**
 * Text that is safe on a terminal: our own words, and foreign text with its hidden characters made
 * visible. Everything that is printed passes through here.
 */
export class Shown {
  private constructor(private readonly spans: readonly Span[]) {}

  /** Foreign text. */
  static text(text: string, style: VisibleStyle = 'line', look?: Look): Shown {
    return new Shown([{ text: visibleText(text, style), look }]);
  }

  /** Foreign text whose marks stand out. */
  static marked(text: string, style: VisibleStyle): Shown {
    return new Shown(
      visiblePieces(text, style).map((piece) => ({
        text: pieceText(piece),
        look: piece.mark ? 'inverse' : undefined,
      })),
    );
  }

  static join(parts: readonly Shown[]): Shown {
    return new Shown(parts.flatMap(({ spans }) => spans));
  }

  get plain(): string {
    return this.spans.map(({ text }) => text).join('');
  }

  render(colour: boolean): string {
    if (!colour) return this.plain;
    return this.spans
      .map(({ text, look }) => (look ? `\u001b[${CODES[look]}m${text}\u001b[0m` : text))
      .join('');
  }

  /** At most `width` columns; what does not fit ends in an ellipsis. */
  clip(width: number): Shown {
    if (columnsOf(this.plain) <= width) return this;
    let left = Math.max(1, width) - 1;
    const spans: Span[] = [];
    for (const { text, look } of this.spans) {
      const kept = firstColumns(text, left);
      left -= columnsOf(kept);
      spans.push({ text: kept, look });
      if (kept.length < text.length) break;
    }
    return new Shown([...spans, { text: '…' }]);
  }
}

export type Printable = string | number | Shown;

const toShown = (word: Printable): Shown =>
  word instanceof Shown ? word : Shown.text(String(word));

/** A sentence: its own words stand as they are, what is put in is made visible. */
export function say(strings: TemplateStringsArray, ...values: Printable[]): Shown {
  return Shown.join(
    strings.flatMap((own, at) => {
      const value = values[at];
      const words = Shown.text(own, 'block');
      return value === undefined ? [words] : [words, toShown(value)];
    }),
  );
}

export function look(word: Printable, as: Look): Shown {
  return Shown.text(toShown(word).plain, 'block', as);
}

export function cell(word: Printable | null): Shown {
  return word === null ? look('–', 'dim') : toShown(word);
}

/** Columns a terminal gives this text: accents none, East Asian letters and emoji two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text)
    columns += /\p{M}|\u200d|\ufe0f/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function firstColumns(text: string, columns: number): string {
  let kept = '';
  let left = columns;
  for (const char of text) {
    left -= columnsOf(char);
    if (left < 0) break;
    kept += char;
  }
  return kept;
}
