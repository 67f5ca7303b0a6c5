/** What a program printed as JSON; undefined when it is none. Nothing about its shape is believed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** One JSON object a line, as `journalctl --output=json` prints them; other lines are left out. */
export function parseJsonLines(text: string): unknown[] {
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? (parseJson(line) ?? []) : []));
}

/** `at(value, 'a', 'b')` is `value.a.b`, or undefined where the way ends before. */
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

/** Undefined where there is none, for answers of which an empty list would be a claim. */
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

/** A number of things, or of bytes: whole and not below zero; anything else is no answer. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  const number = numberAt(value, ...path);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A measure that cannot be below zero. */
export function amountAt(value: unknown, ...path: readonly string[]): number | undefined {
  const number = numberAt(value, ...path);
  return number !== undefined && number >= 0 ? number : undefined;
}
