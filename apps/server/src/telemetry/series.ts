import { CATALOG } from '@kenny/contract';
import { storable } from '../database/index.js';

export interface SeriesValue {
  readonly metric: string;
  readonly key: string;
  readonly value: number;
}

/** One PC's snapshot yields at most so many points: a hostile list must not fill the disk. */
const MOST_POINTS = 200;
const KEY_LENGTH = 200;

/** The numbers of one section that are kept as series, as its definition in the catalog says. */
export function seriesOf(section: string, payload: unknown): SeriesValue[] {
  const definition = CATALOG.sections.find(({ name }) => name === section);
  const values = (definition?.series ?? []).flatMap(({ metric, path, key }) =>
    walk(payload, path.split('.'), key, '').map((found) => ({ metric, ...found })),
  );
  const seen = new Set<string>();
  return values
    .filter(({ metric, key }) => {
      const id = `${metric}\0${key}`;
      return seen.has(id) ? false : seen.add(id);
    })
    .slice(0, MOST_POINTS);
}

type Found = Omit<SeriesValue, 'metric'>;

function walk(
  node: unknown,
  path: readonly string[],
  keyField: string | undefined,
  key: string,
): Found[] {
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
  return typeof value === 'string' || typeof value === 'number'
    ? storable(String(value), KEY_LENGTH)
    : '';
}

function property(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
  return (node as Record<string, unknown>)[name];
}
