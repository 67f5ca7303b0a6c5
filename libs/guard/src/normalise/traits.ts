/** What rewriting looks for in a word; bits. */
export const TRAIT = {
  /** `/` or `\`: it may be a path. */
  separator: 1,
  /** `.` or `:`: its end or its beginning may belong to a path. */
  dotOrColon: 2,
  /** `$`, `%` or `!`: a variable may stand in it. */
  variable: 4,
  /** What separates commands between words. */
  command: 8,
  /** `[` */
  bracket: 16,
  /** `~` */
  tilde: 32,
} as const;

const TRAITS = new Uint8Array(128);
const note = (characters: string, trait: number) => {
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    TRAITS[unit] = (TRAITS[unit] ?? 0) | trait;
  }
};
note('/\\', TRAIT.separator);
note('.:', TRAIT.dotOrColon);
note('$%!', TRAIT.variable);
note('\n;|&(){}', TRAIT.command);
note('[', TRAIT.bracket);
note('~', TRAIT.tilde);

/**
 * Which of the characters that mean something a word holds. Most words hold none, and nothing more
 * needs to be asked about them: one look instead of an expression for each question.
 */
export function traitsOf(word: string): number {
  let traits = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < TRAITS.length) traits |= TRAITS[unit] as number;
  }
  return traits;
}
