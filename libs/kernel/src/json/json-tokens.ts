/** The structure of a JSON text: what stands outside strings, and each string as a whole. */
export type JsonToken = '{' | '}' | '[' | ']' | ',' | ':' | 'string';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** By character code; a list, because an object is looked up many times slower. */
const STRUCTURE: readonly (JsonToken | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  tokenOf(String.fromCharCode(code)),
);

function tokenOf(character: string): JsonToken | undefined {
  const tokens: readonly JsonToken[] = ['{', '}', '[', ']', ',', ':'];
  return tokens.find((token) => token === character);
}

/**
 * Walks over a JSON text without building anything, so that foreign text can be judged before
 * `JSON.parse` spends time and memory on it. `visit` gets each token with its place in the text
 * (a string with its quotes) and returns false to stop. On text that is not JSON the walk still
 * ends, but the tokens mean nothing.
 */
export function walkJson(
  text: string,
  visit: (token: JsonToken, start: number, end: number) => boolean,
): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at + 1);
      if (!visit('string', at, end)) return;
      at = end - 1;
      continue;
    }
    const token = code < STRUCTURE.length ? STRUCTURE[code] : undefined;
    if (token !== undefined && !visit(token, at, at + 1)) return;
  }
}

/** Where the string ends whose content starts at `from`: one past its closing quote. */
export function endOfString(text: string, from: number): number {
  // indexOf is native: long strings cost next to nothing.
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes >= from && isBackslash(text, quote - 1 - backslashes))
      backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function isBackslash(text: string, at: number): boolean {
  return text.charCodeAt(at) === BACKSLASH;
}
