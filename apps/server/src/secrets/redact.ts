/**
 * Keys whose texts are secrets, compared exactly (case, `-` and `_` aside). Exact, because a
 * substring rule hides what people need: `tokens_before`, `public_key`, `key_sha256`.
 */
const SECRET_KEYS = new Set([
  'accesstoken',
  'apikey',
  'authorization',
  'bearer',
  'clientsecret',
  'cookie',
  'credential',
  'credentials',
  'enrolltoken',
  'key',
  'operatortoken',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'proxyauthorization',
  'refreshtoken',
  'secret',
  'seed',
  'setcookie',
  'token',
  'xapikey',
]);

export const REDACTED = '[redacted]';

export function isSecretKey(key: string): boolean {
  return SECRET_KEYS.has(key.replace(/[-_]/g, '').toLowerCase());
}

/** What is done with a text that stays; gets the key it stands under. */
export type TextRule = (text: string, key: string) => unknown;

/**
 * A copy in which texts under secret keys are replaced by `mark`, at any depth; numbers and booleans there
 * say nothing and stay. Every other text goes through `rule`. Expects JSON-like values; anything
 * deeper than 32 levels becomes a marker.
 */
export function redact(
  value: unknown,
  rule: TextRule = (text) => text,
  mark: string = REDACTED,
): unknown {
  return walk(value, { key: '', secret: false, depth: 0 }, { rule, mark });
}

const DEEPEST = 32;

function walk(
  value: unknown,
  { key, secret, depth }: { key: string; secret: boolean; depth: number },
  how: { readonly rule: TextRule; readonly mark: string },
): unknown {
  if (typeof value === 'string') return secret ? how.mark : how.rule(value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '[too deep]';
  if (Array.isArray(value)) {
    return value.map((item) => walk(item, { key, secret, depth: depth + 1 }, how));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      walk(child, { key: name, secret: secret || isSecretKey(name), depth: depth + 1 }, how),
    ]),
  );
}
