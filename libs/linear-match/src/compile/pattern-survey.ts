/** What makes a pattern expensive to compile, counted without compiling it. */
export interface Survey {
  /** Unicode classes such as `\pL`. */
  classes: number;
  /** Characters beyond ASCII that ranges span: `(?i)` looks at every one of them. */
  width: number;
  /** Steps of the compiled program; 0 until it is compiled. */
  instructions: number;
}

const ITEM =
  /\\Q[^]*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|.)|\\x\{([0-9a-fA-F]{1,6})\}|\\x([0-9a-fA-F]{2})|\\[^]|\{\d+(?:,\d*)?\}|[^]/gu;

/**
 * Walks over a pattern once. Counted repeats are refused: `(a{1,999}){1,999}` is short to write and
 * huge to compile.
 * @returns the reason why it cannot be taken, or what it will cost
 */
export function surveyPattern(pattern: string): Survey | string {
  const survey: Survey = { classes: 0, width: 0, instructions: 0 };
  let inClass = false;
  let low: number | undefined;
  let dash = false;
  for (const [item, braced, short] of pattern.matchAll(ITEM)) {
    if (/^\{\d/.test(item) && !inClass)
      return 'counted repeats such as {3} are not taken; use + or *';
    if (/^\\[pP]/.test(item)) survey.classes++;
    if (!inClass) {
      inClass = item === '[';
      low = undefined;
      continue;
    }
    if (item === ']' && low !== undefined) {
      inClass = false;
      continue;
    }
    if (item === '-' && low !== undefined && !dash) {
      dash = true;
      continue;
    }
    const hex = braced ?? short;
    const rune =
      hex === undefined ? (item.replace(/^\\/, '').codePointAt(0) ?? 0) : parseInt(hex, 16);
    if (dash && low !== undefined) survey.width += Math.max(0, rune - Math.max(low, 0x7f));
    low = rune;
    dash = false;
  }
  return survey;
}
