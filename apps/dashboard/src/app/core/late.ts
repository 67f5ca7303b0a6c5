/**
 * Made when it is first asked for. The formatters of `Intl` take a slow machine longer than anything
 * else that stands beside classes and functions, and it would be before the first page is drawn.
 */
export function late<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
