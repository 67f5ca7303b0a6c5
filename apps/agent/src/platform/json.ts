/** A program's JSON output; undefined when it is none. Its shape is not trusted. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON Lines, as `journalctl --output=json` prints them; other lines are skipped. */
export function parseJsonLines(text: string): unknown[] {
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? (parseJson(line) ?? []) : []));
}

/** `at(value, 'a', 'b')` is `value.a.b`, or undefined where the path ends early. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = Reflect.get(inner, key) as unknown;
  }
  return inner;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  return anyListAt(value, ...path) ?? [];
}

/** Undefined where there is no list, for answers in which an empty list would be a claim. */
export function anyListAt(
  value: unknown,
  ...path: readonly string[]
): readonly unknown[] | undefined {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : undefined;
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = at(value, ...path);
  return typeof text === 'string' ? text : undefined;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const number = at(value, ...path);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Non-negative integer (a count, or bytes); anything else is undefined. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  const number = numberAt(value, ...path);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Non-negative number. */
export function amountAt(value: unknown, ...path: readonly string[]): number | undefined {
  const number = numberAt(value, ...path);
  return number !== undefined && number >= 0 ? number : undefined;
}
