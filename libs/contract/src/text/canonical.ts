import canonicalize from 'canonicalize';

/**
 * RFC 8785 text of a JSON value: the same bytes wherever it is made, so that it can be hashed.
 * @throws Error for values that JSON cannot hold; call `findUnsafe` first on foreign input.
 */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no canonical JSON text');
  return text;
}

/** Where a value holds a lone surrogate, a NUL or a number JSON cannot hold; undefined if nowhere. */
export function findUnsafe(value: unknown, path = '$'): string | undefined {
  if (typeof value === 'string') return unsafeText(value, path);
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : `${path}: not a finite number`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    const found = unsafeText(key, at) ?? findUnsafe(child, at);
    if (found) return found;
  }
  return undefined;
}

function unsafeText(text: string, path: string): string | undefined {
  if (!text.isWellFormed()) return `${path}: holds half a character (lone surrogate)`;
  return text.includes('\u0000') ? `${path}: holds a NUL character` : undefined;
}

/**
 * The first key that stands twice in one object of a JSON text, or undefined. `JSON.parse` would
 * silently keep the last, so what a person is shown and what runs could differ (design §5).
 * Expects text that `JSON.parse` accepts; on other text the answer means nothing.
 */
export function findDuplicateKey(text: string): string | undefined {
  const scopes: (Set<string> | undefined)[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;
  let expectKey = false;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [lexeme] = match;
    if (lexeme === '{' || lexeme === '[') {
      scopes.push(lexeme === '{' ? new Set() : undefined);
      expectKey = lexeme === '{';
    } else if (lexeme === '}' || lexeme === ']') {
      scopes.pop();
      expectKey = false;
    } else if (lexeme === ',') {
      expectKey = scopes.at(-1) !== undefined;
    } else if (lexeme === ':') {
      expectKey = false;
    } else if (expectKey) {
      const key = String(JSON.parse(lexeme));
      const seen = scopes.at(-1);
      if (seen?.has(key)) return key;
      seen?.add(key);
    }
  }
  return undefined;
}
