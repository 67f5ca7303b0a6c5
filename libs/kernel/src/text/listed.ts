/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const before = parts.slice(0, -1).join(', ');
  const last = parts.at(-1) ?? '';
  return before === '' ? last : `${before} and ${last}`;
}

/** `a, b, 3 more`: no more than the first few. */
export function firstFew(names: readonly string[], most: number): string {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
