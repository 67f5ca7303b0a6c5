const texts = new WeakMap<object, string>();

/**
 * The JSON of something that is never changed, only replaced: made once, however often it is stored
 * or shown.
 */
export function jsonTextOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** As `jsonTextOf` for a list of such things. */
export function jsonListOf(values: readonly object[]): string {
  return `[${values.map(jsonTextOf).join(',')}]`;
}
