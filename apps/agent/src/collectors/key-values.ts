/**
 * Reads `KEY=value` lines as os-release(5), `systemctl show` and `timedatectl show` print them.
 * The first of several equal keys counts; surrounding quotes are taken off.
 */
export function parseKeyValues(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(0, at)).trim();
    if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key) && !found.has(key)) {
      found.set(key, unquote(line.slice(at + 1).trim()));
    }
  }
  return found;
}

/** Blocks of such lines with a blank line between them, one block for each unit. */
export function parseBlocks(text: string): Map<string, string>[] {
  return text
    .split(/\n\s*\n/)
    .map(parseKeyValues)
    .filter((block) => block.size > 0);
}

/** Shell quoting as os-release(5) allows it: single or double quotes, a backslash before `"$\``. */
function unquote(value: string): string {
  const [, quote, inner] = /^(["'])(.*)\1$/s.exec(value) ?? [];
  if (inner === undefined) return value;
  return quote === '"' ? inner.replace(/\\(["$`\\])/g, '$1') : inner;
}
