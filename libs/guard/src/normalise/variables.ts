import { wordOf, type Word } from './tokens.js';
import { TRAIT } from './traits.js';

const MAX_VALUE = 256;
const MAX_WORD = 1000;
/** By how much expansion may lengthen a text before it is too convoluted to be judged. */
const MAX_GROWTH = 100_000;
/** So many characters may be read and made by working out strings: `-f` on `-f` doubles each time. */
const MAX_WORKED_OUT = 500_000;

/** Which spellings stand for a variable, and what the well-known ones hold. */
export interface VariableSyntax {
  /** With the name in the first group that took part. Global. */
  readonly reference: RegExp;
  readonly known: Readonly<Record<string, string>>;
}

/**
 * Variables that the text itself sets to something constant, and well-known ones. No more than
 * that: `$a='rm'; $a -rf /` is caught, a value that is computed is not.
 */
export class Variables {
  private readonly values = new Map<string, string>();
  /** Word → what becomes of it as long as no variable changes. */
  private readonly expanded = new Map<string, string>();
  private growth = 0;
  private workedOut = 0;

  constructor(private readonly syntax: VariableSyntax) {}

  set(name: string, word: Pick<Word, 'text'>): void {
    if (word.text.length > MAX_VALUE || name === '') return;
    if (this.values.get(name) === word.text) return;
    this.values.set(name, word.text);
    this.expanded.clear();
  }

  /** Expansion was cut short; what it would have made is unknown. */
  get exhausted(): boolean {
    return this.growth > MAX_GROWTH || this.workedOut > MAX_WORKED_OUT;
  }

  /** Notes what working out a string costs; false when that is more than is followed. */
  affords(characters: number): boolean {
    this.workedOut += characters;
    return !this.exhausted;
  }

  /** Values are put in once: a value that names a variable stays as it is. */
  expand(text: string): string {
    if (text.length > MAX_WORD || this.exhausted) return text;
    let expanded = this.expanded.get(text);
    if (expanded === undefined) {
      expanded = text.replace(this.syntax.reference, this.valueOf);
      this.expanded.set(text, expanded);
    }
    this.growth += Math.max(0, expanded.length - text.length);
    return expanded;
  }

  /** As {@link expand}; a word that is nothing but variables becomes a literal. */
  expandWord(word: Word): Word {
    if ((word.traits & TRAIT.variable) === 0 || word.text.length === 1) return word;
    if (this.exhausted || !/[$%!]\{?\w/.test(word.text)) return word;
    const sum = /^\$\w+(?:\+\$\w+)+$/.test(word.text) ? word.text.replaceAll('+', '') : word.text;
    const text = this.expand(sum);
    if (text === word.text) return word;
    const literal = word.literal || (sum.startsWith('$') && this.expandsWholly(sum));
    return wordOf(text, literal, literal ? [text] : word.strings);
  }

  /** The name stands in the one group that took part; what follows the groups is no text. */
  private readonly valueOf = (
    spelling: string,
    first: unknown,
    second: unknown,
    third: unknown,
  ) => {
    const name = typeof first === 'string' ? first : typeof second === 'string' ? second : third;
    if (typeof name !== 'string') return spelling;
    return this.values.get(name) ?? this.own(name) ?? spelling;
  };

  private expandsWholly(text: string): boolean {
    return text.replace(this.syntax.reference, '') === '';
  }

  private own(name: string): string | undefined {
    return Object.hasOwn(this.syntax.known, name) ? this.syntax.known[name] : undefined;
  }
}
