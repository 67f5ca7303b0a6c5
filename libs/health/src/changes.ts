import { CATALOG } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { plain } from './wording.js';

/** One difference between two payloads of a section; null where there is no value. */
export interface Change {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Fields whose values fluctuate, so that nobody would call it a change. A section's series are
 * excluded as well: they have a chart.
 */
const RESTLESS: Readonly<Record<string, readonly string[]>> = {
  battery: ['status_code'],
  disk: ['top_dirs'],
  load: ['measured_over_s', 'memory_percent', 'memory_pressure_percent'],
  memory: ['used_bytes', 'available_bytes', 'swap_used_bytes'],
  printers: ['printers[].jobs'],
  processes: ['processes'],
  wifi_quality: ['signal_percent'],
};
/** In every section: `summary` says in words what the other fields say. */
const NEVER = ['summary'];
/** Seconds since 1970; they may be a little off each time they are computed. */
const MOMENTS: ReadonlySet<string> = new Set(['boot_time_unix']);
const SAME_MOMENT_S = 120;
/** What names an entry of a list, the first that is a text. */
const NAMES = ['name', 'mount', 'title', 'model', 'label', 'path', 'destination', 'id'] as const;
const VALUE_LENGTH = 200;
const WHAT_LENGTH = 300;
const MOST_CHANGES = 100;

/** Path in a payload as the catalog writes it: `volumes[].percent_used`. */
type Path = string;

const QUIET: ReadonlyMap<string, ReadonlySet<Path>> = new Map(
  CATALOG.sections.map(({ name, series }) => [
    name,
    new Set([...NEVER, ...series.map(({ path }) => path), ...(RESTLESS[name] ?? [])]),
  ]),
);
const QUIET_ELSEWHERE: ReadonlySet<Path> = new Set(NEVER);

/**
 * Differences between two payloads in short words for a person. Works on any payload, also of
 * sections that this version does not know. Values are the PC's own words.
 */
export function changesBetween(section: string, before: unknown, after: unknown): Change[] {
  const found: Change[] = [];
  compare(before, after, '', [], QUIET.get(section) ?? QUIET_ELSEWHERE, found);
  return found;
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
      const inner = path === '' ? key : `${path}.${key}`;
      compare(own(before, key), own(after, key), inner, [...words, wordOf(key)], quiet, found);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, words, quiet, found);
  } else if (!isSame(path, before, after)) {
    found.push({ what: joined(words), from: valueOf(path, before), to: valueOf(path, after) });
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
  if (MOMENTS.has(key)) return 'last start';
  return plain(key.replaceAll('_', ' '), 'a field', 60);
}

function joined(words: readonly string[]): string {
  return plain(words.join(', '), 'it', WHAT_LENGTH);
}

function valueOf(path: Path, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && isMoment(path)) return momentOf(value);
  if (isObject(value)) return 'there';
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  return scalar(value) === undefined ? null : shorten(String(value));
}

function isSame(path: Path, before: unknown, after: unknown): boolean {
  if ((before ?? null) === (after ?? null)) return true;
  if (typeof before !== 'number' || typeof after !== 'number') return false;
  return isMoment(path) && Math.abs(before - after) <= SAME_MOMENT_S;
}

function isMoment(path: Path): boolean {
  return MOMENTS.has(path.slice(path.lastIndexOf('.') + 1));
}

function momentOf(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString();
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
