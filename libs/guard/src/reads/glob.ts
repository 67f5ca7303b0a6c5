/**
 * Whether a name of a file meets a pattern of a shell: `*`, `?`, `[…]`. A wildcard in front meets no
 * hidden name. At most pattern × name steps.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  if (name.startsWith('.') && /^[*?[]/.test(pattern)) return false;
  let at = 0;
  let from = 0;
  /** Where to go on when what follows the last `*` does not fit. */
  let star = -1;
  let starFrom = 0;
  while (from < name.length) {
    const length = at < pattern.length ? matchOne(pattern, at, name.charAt(from)) : 0;
    if (pattern[at] === '*') {
      star = at++;
      starFrom = from;
    } else if (length > 0) {
      at += length;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++starFrom;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/** Length of the part of the pattern that stands for one character; 0 when it is another one. */
function matchOne(pattern: string, at: number, char: string): number {
  const sign = pattern[at];
  if (sign === '?') return 1;
  if (sign !== '[') return sign === char ? 1 : 0;
  const close = pattern.indexOf(']', at + 2);
  if (close < 0) return char === '[' ? 1 : 0;
  const inside = pattern.slice(at + 1, close);
  const negated = /^[!^]/.test(inside);
  return inList(negated ? inside.slice(1) : inside, char) === negated ? 0 : close - at + 1;
}

function inList(list: string, char: string): boolean {
  for (let at = 0; at < list.length; at++) {
    if (list[at + 1] === '-' && at + 2 < list.length) {
      if ((list[at] ?? '') <= char && char <= (list[at + 2] ?? '')) return true;
      at += 2;
    } else if (list[at] === char) return true;
  }
  return false;
}
