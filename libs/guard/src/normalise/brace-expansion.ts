const MAX_WORDS = 24;
const MAX_LENGTH = 1000;

/**
 * What bash makes of `{a,b}`: each alternative with what stands before and after it, nested braces
 * too. Beyond a number of words that no sensible command reaches the word stays as it is.
 */
export function expandBraces(word: string): string[] {
  if (word.length > MAX_LENGTH) return [word];
  let words = [word];
  for (let round = 0; round < 4; round++) {
    const expanded = words.flatMap(expandInnermost);
    if (expanded.length > MAX_WORDS) return [word];
    if (expanded.length === words.length) break;
    words = expanded;
  }
  return words.filter((part) => part !== '');
}

const INNERMOST = /\{([^{},]*,[^{}]*)\}/;

function expandInnermost(word: string): string[] {
  const found = INNERMOST.exec(word);
  if (!found) return [word];
  const [whole, inside = ''] = found;
  const before = word.slice(0, found.index);
  const after = word.slice(found.index + whole.length);
  return inside.split(',').map((part) => `${before}${part}${after}`);
}
