/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const before = parts.slice(0, -1).join(', ');
  const last = parts.at(-1) ?? '';
  return before === '' ? last : `${before} and ${last}`;
}
