const unmade: (() => boolean)[] = [];

/**
 * Made when it is first asked for. The formatters of `Intl` take a slow machine longer than anything
 * else that stands beside classes and functions, and it would be before the first page is drawn.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  const get = () => (made ??= { it: make() }).it;
  unmade.push(() => {
    if (made) return false;
    get();
    return true;
  });
  return get;
}

/** Makes one ahead of its first use. @returns false when none is left */
export function makeOneAhead(): boolean {
  for (let make = unmade.shift(); make; make = unmade.shift()) if (make()) return true;
  return false;
}
