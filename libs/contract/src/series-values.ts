/** Where a section has the numbers of one series, as its definition says. */
export interface SeriesPlace {
  /** As `volumes[].percent_used`. */
  readonly path: string;
  /** The field of a list's records that tells one line from another. */
  readonly key?: string;
  /** Of a number that stands alone. */
  readonly line?: string;
}

export interface KeyedValue {
  readonly key: string;
  readonly value: number;
}

/** The numbers of one series in what a PC sent; whatever is none is passed over. */
export function valuesIn(payload: unknown, { path, key, line = '' }: SeriesPlace): KeyedValue[] {
  return walk(payload, path.split('.'), key, line);
}

function walk(
  node: unknown,
  path: readonly string[],
  keyField: string | undefined,
  key: string,
): KeyedValue[] {
  const [step, ...rest] = path;
  if (step === undefined) {
    return typeof node === 'number' && Number.isFinite(node) ? [{ key, value: node }] : [];
  }
  const name = step.replace('[]', '');
  const child = property(node, name);
  if (!step.endsWith('[]')) return walk(child, rest, keyField, key);
  if (!Array.isArray(child)) return [];
  return child.flatMap((item: unknown) => walk(item, rest, keyField, keyOf(item, keyField)));
}

function keyOf(item: unknown, keyField: string | undefined): string {
  const value = keyField === undefined ? undefined : property(item, keyField);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function property(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
  return (node as Record<string, unknown>)[name];
}
