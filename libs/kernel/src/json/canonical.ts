import canonicalize from 'canonicalize';
import { walkJson } from './json-tokens.js';

/**
 * RFC 8785 text of a JSON value: the same bytes wherever it is made, so that it can be hashed.
 * @throws Error for values that JSON cannot hold; call `findUnsafe` first on foreign input.
 */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no canonical JSON text');
  return text;
}

/** A value with the way to it; the path is spelled out only when something is found. */
interface Place {
  value: unknown;
  key: string;
  parent?: Place;
}

/**
 * Where a value holds a lone surrogate, a NUL or a number JSON cannot hold; undefined if nowhere.
 * Walks without recursion: foreign input may be nested deeper than the stack.
 */
export function findUnsafe(value: unknown): string | undefined {
  const places: Place[] = [{ value, key: '' }];
  for (let place = places.pop(); place; place = places.pop()) {
    const fault = faultIn(place.key) ?? faultIn(place.value);
    if (fault) return `${pathOf(place)}: ${fault}`;
    if (typeof place.value !== 'object' || place.value === null) continue;
    const children: Place[] = [];
    for (const [key, child] of Object.entries(place.value))
      children.push({ value: child, key, parent: place });
    // Reversed, so that the first fault in the order of the text is the one that is named.
    for (const child of children.reverse()) places.push(child);
  }
  return undefined;
}

function faultIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'not a finite number';
  if (typeof value !== 'string') return undefined;
  if (!value.isWellFormed()) return 'holds half a character (lone surrogate)';
  return value.includes('\u0000') ? 'holds a NUL character' : undefined;
}

/** `$.a[0].b`; a key that is no plain word is quoted, so that it cannot break the line it stands in. */
function pathOf(place: Place): string {
  const steps: string[] = [];
  for (let at = place; at.parent; at = at.parent) {
    if (Array.isArray(at.parent.value)) steps.push(`[${at.key}]`);
    else steps.push(/^\w{1,64}$/.test(at.key) ? `.${at.key}` : `[${quoted(at.key)}]`);
    if (steps.length >= 40) return `$…${steps.reverse().join('')}`;
  }
  return `$${steps.reverse().join('')}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}

/**
 * The first key that stands twice in one object of a JSON text, or undefined. `JSON.parse` would
 * silently keep the last, so what a person is shown and what runs could differ (design §5).
 * Expects text that `JSON.parse` accepts; on other text the answer means nothing, or it throws.
 */
export function findDuplicateKey(text: string): string | undefined {
  const scopes: (Set<string> | undefined)[] = [];
  let expectKey = false;
  let twice: string | undefined;
  walkJson(text, (token, start, end) => {
    if (token === '{' || token === '[') {
      scopes.push(token === '{' ? new Set() : undefined);
      expectKey = token === '{';
    } else if (token === '}' || token === ']') {
      scopes.pop();
      expectKey = false;
    } else if (token === ',') {
      expectKey = scopes.at(-1) !== undefined;
    } else if (token === ':') {
      expectKey = false;
    } else if (expectKey) {
      const key = String(JSON.parse(text.slice(start, end)));
      const seen = scopes.at(-1);
      if (seen?.has(key)) twice = key;
      seen?.add(key);
    }
    return twice === undefined;
  });
  return twice;
}
