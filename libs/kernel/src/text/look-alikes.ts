/**
 * Characters that pass for ASCII. A shell does not read them as a person does, and PowerShell reads
 * some of them (dashes, quotation marks) as the ASCII ones.
 */

export interface LookAlike {
  readonly at: number;
  readonly char: string;
  /** The ASCII text it resembles. */
  readonly like: string;
}

/** Signs: marked wherever they stand. */
const SIGNS = table({
  '-': '‐‑‒–—―⁃−﹘',
  "'": '‘’‚‛ʹʼ′‵´ˈ',
  '"': '“”„‟″',
  '`': 'ˋ',
  '/': '∕⁄╱⟋⧸',
  '\\': '∖⟍⧵⧹╲',
  '|': '∣│ǀ❘',
  ':': 'ː˸꞉∶',
  '!': 'ǃ',
  '*': '∗⁎',
  '<': '‹˂',
  '>': '›˃',
  '=': '═꞊',
  '~': '∼˜',
  '^': 'ˆ',
});

/** Letters: marked in a word that also has ASCII letters, or that has nothing but look-alikes. */
const LETTERS = table({
  A: 'АΑ',
  B: 'ВΒ',
  C: 'СϹ',
  E: 'ЕΕ',
  G: 'Ԍ',
  H: 'НΗ',
  I: 'ІΙӀ',
  J: 'Ј',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: 'ОΟՕ',
  P: 'РΡ',
  Q: 'Ԛ',
  S: 'ЅՏ',
  T: 'ТΤ',
  W: 'Ԝ',
  X: 'ХΧ',
  Y: 'УҮΥ',
  Z: 'Ζ',
  a: 'аαɑ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'е',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ',
  n: 'ո',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛ',
  s: 'ѕ',
  u: 'υս',
  v: 'ѵν',
  w: 'ԝѡ',
  x: 'хχ',
  y: 'уγ',
  '3': 'З',
});

const BEYOND_ASCII = /\P{ASCII}/u;
const EACH_BEYOND_ASCII = /\P{ASCII}/gu;
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts that nobody mixes up with Latin; beside it they are no trick. */
const UNLIKE_LATIN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Look-alikes in the order of the text. Linear in its length. */
export function lookAlikes(text: string): LookAlike[] {
  if (!BEYOND_ASCII.test(text)) return [];
  const found = new Map<number, LookAlike>();
  for (const { 0: char, index: at } of text.matchAll(EACH_BEYOND_ASCII)) {
    const like = SIGNS.get(char) ?? compatible(char);
    if (like !== undefined) found.set(at, { at, char, like });
  }
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    for (const alike of inWord(word, start)) found.set(alike.at, alike);
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

function inWord(word: string, start: number): LookAlike[] {
  if (!BEYOND_ASCII.test(word)) return [];
  const latin = /[A-Za-z]/.test(word);
  const letters = [...word.matchAll(EACH_BEYOND_ASCII)];
  const disguised = letters.every(({ 0: char }) => LETTERS.has(char));
  if (!latin && !disguised) return [];
  return letters.flatMap(({ 0: char, index }) => {
    const foreign = latin && /\p{L}/u.test(char) && !UNLIKE_LATIN.test(char);
    const like = LETTERS.get(char) ?? (foreign ? '?' : undefined);
    return like === undefined ? [] : [{ at: start + index, char, like }];
  });
}

/** Full-width, mathematical, ligatures: what Unicode itself calls another form of ASCII. */
function compatible(char: string): string | undefined {
  const plain = char.normalize('NFKC');
  return plain !== char && /^[!-~]+$/.test(plain) ? plain : undefined;
}

function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([like, chars]) => [...chars].map((char) => [char, like])),
  );
}
