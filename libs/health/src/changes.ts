import { CATALOG, SCHEMA_HINTS } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { plain } from './wording.js';

/** One difference between two payloads of a section; null where there is no value. */
export interface Change {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What names an entry of a list, the first that is a text. */
const NAMES = ['name', 'mount', 'title', 'model', 'label', 'path', 'destination', 'id'] as const;
/** How long ago or how old, as collectors write it: `29 min ago`, `9 days 3 h old`. */
const SPAN = String.raw`\d{1,9} ?(?:s|sec|min|h|d|(?:second|minute|hour|day|week|month|year)s?)`;
const CLOCK = new RegExp(String.raw`\b${SPAN}(?: ${SPAN})? (ago|old)\b`, 'g');
const VALUE_LENGTH = 200;
const WHAT_LENGTH = 300;
const MOST_CHANGES = 100;

/** Path in a payload as the catalog writes it: `volumes[].percent_used`. */
type Path = string;

/** Fields with a chart, and those that move by themselves. */
const QUIET: ReadonlyMap<string, ReadonlySet<Path>> = new Map(
  CATALOG.sections.map(({ name, series, payload }) => [
    name,
    new Set([...series.map(({ path }) => path), ...volatilePaths(payload)]),
  ]),
);
/** Sections that this version does not know have these as well. */
const QUIET_ELSEWHERE: ReadonlySet<Path> = new Set(['summary']);

/**
 * Differences between two payloads in short words for a person. Works on any payload, also of
 * sections that this version does not know. Values are the PC's own words.
 */
export function changesBetween(section: string, before: unknown, after: unknown): Change[] {
  const found: Change[] = [];
  compare(before, after, '', [], QUIET.get(section) ?? QUIET_ELSEWHERE, found);
  return found;
}

function volatilePaths(schema: unknown, path: Path = ''): Path[] {
  if (!isObject(schema)) return [];
  if (schema[SCHEMA_HINTS.volatile] === true) return [path];
  const { properties, items } = schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...fields.flatMap(([name, inner]) => volatilePaths(inner, step(path, name))),
    ...volatilePaths(items, `${path}[]`),
  ];
}

function step(path: Path, name: string): Path {
  return path === '' ? name : `${path}.${name}`;
}

function compare(
  before: unknown,
  after: unknown,
  path: Path,
  words: readonly string[],
  quiet: ReadonlySet<Path>,
  found: Change[],
): void {
  if (found.length >= MOST_CHANGES || quiet.has(path)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = step(path, key);
      compare(own(before, key), own(after, key), inner, [...words, wordOf(key)], quiet, found);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, words, quiet, found);
  } else if (!isSame(before, after)) {
    found.push({ what: joined(words), from: valueOf(before), to: valueOf(after) });
  }
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  words: readonly string[],
  quiet: ReadonlySet<Path>,
  found: Change[],
): void {
  const [old, fresh] = [byName(before), byName(after)];
  const list = joined(words);
  for (const [name, entry] of old) {
    if (found.length >= MOST_CHANGES) return;
    const now = fresh.get(name);
    if (!fresh.has(name)) found.push({ what: list, from: shorten(name), to: null });
    else compare(entry, now, `${path}[]`, [`${list}: ${shorten(name)}`], quiet, found);
  }
  for (const name of fresh.keys()) {
    if (found.length >= MOST_CHANGES) return;
    if (!old.has(name)) found.push({ what: list, from: null, to: shorten(name) });
  }
}

/** Of entries with the same name the first counts; entries without one are ignored. */
function byName(list: readonly unknown[]): Map<string, unknown> {
  const named = new Map<string, unknown>();
  for (const entry of list) {
    const name = isObject(entry) ? nameOf(entry) : scalar(entry);
    if (name !== undefined && !named.has(name)) named.set(name, isObject(entry) ? entry : name);
  }
  return named;
}

function nameOf(entry: Record<string, unknown>): string | undefined {
  const field = NAMES.find((name) => typeof own(entry, name) === 'string');
  return field === undefined ? undefined : scalar(own(entry, field));
}

/** `realtime_protection` → `realtime protection`. A key of a later protocol may be anything. */
function wordOf(key: string): string {
  return plain(key.replaceAll('_', ' '), 'a field', 60);
}

function joined(words: readonly string[]): string {
  return plain(words.join(', '), 'it', WHAT_LENGTH);
}

function valueOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isObject(value)) return 'there';
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  return scalar(value) === undefined ? null : shorten(String(value));
}

function isSame(before: unknown, after: unknown): boolean {
  if ((before ?? null) === (after ?? null)) return true;
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return withoutClock(before) === withoutClock(after);
}

/** `started 29 min ago` is the same news an hour later. */
function withoutClock(text: string): string {
  return text.replace(CLOCK, '$1');
}

function scalar(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function shorten(text: string): string {
  return plain(text, '(empty)', VALUE_LENGTH);
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
