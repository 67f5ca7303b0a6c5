const QUOTES = new Set(["'", '"']);
const SPACE = /\s/;

/**
 * A command as its words, apart at white space. Quotes keep it together, and a backslash takes the
 * next character as it is, except in single quotes. Nothing else of a shell is known.
 * @returns undefined when a quote is not closed
 */
export function commandWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\' && quote !== "'") {
      at += 1;
      if (at === text.length) return undefined;
      word = (word ?? '') + text.charAt(at);
    } else if (char === quote) {
      quote = undefined;
    } else if (quote === undefined && QUOTES.has(char)) {
      quote = char;
      word ??= '';
    } else if (quote === undefined && SPACE.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}
