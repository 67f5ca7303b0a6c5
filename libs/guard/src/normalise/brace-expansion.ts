const MAX_WORDS = 24;
const MAX_LENGTH = 1000;

/**
 * What bash makes of `{a,b}`: each alternative with what stands before and after it, nested braces
 * too. Beyond a number of words that no sensible command reaches the word stays as it is.
 */
export function expandBraces(word: string): string[] {
  if (word.length > MAX_LENGTH) return [word];
  const done: string[] = [];
  const open = [word];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const parts = expandInnermost(next);
    if (parts) open.push(...parts.reverse());
    else if (next !== '') done.push(next);
    if (open.length + done.length > MAX_WORDS) return [word];
  }
  return done;
}

/** The innermost braces that hold a comma, taken apart; undefined when there are none. */
function expandInnermost(word: string): string[] | undefined {
  for (let close = word.indexOf('}'); close >= 0; close = word.indexOf('}', close + 1)) {
    const brace = word.lastIndexOf('{', close);
    const comma = brace < 0 ? -1 : word.indexOf(',', brace);
    if (comma < 0 || comma > close || word.indexOf('}', brace) < close) continue;
    const before = word.slice(0, brace);
    const after = word.slice(close + 1);
    return word
      .slice(brace + 1, close)
      .split(',')
      .map((part) => `${before}${part}${after}`);
  }
  return undefined;
}
