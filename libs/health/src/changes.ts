import {
  CATALOG,
  fieldTitle,
  HEALTH_WORDS,
  rebootReasonTitle,
  SCHEMA_HINTS,
  sectionTitle,
  unitOfName,
} from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { amount, duration, plain, rate, size } from './wording.js';

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

/** What the contract says of the fields of a section, by their paths. */
interface Known {
  /** Fields with a chart, and those that move by themselves. */
  readonly quiet: ReadonlySet<Path>;
  /** Values that are said in words, as `on` and `off` of a switch. */
  readonly words: ReadonlyMap<Path, Readonly<Record<string, unknown>>>;
}

const KNOWN: ReadonlyMap<string, Known> = new Map(
  CATALOG.sections.map(({ name, series, payload }) => {
    const hints = hintsIn(payload);
    const moving = hints.filter(({ hint }) => hint[SCHEMA_HINTS.volatile] === true);
    return [
      name,
      {
        quiet: new Set([...series, ...moving].map(({ path }) => path)),
        words: new Map(
          hints.flatMap(({ path, hint }) => {
            const words = hint[SCHEMA_HINTS.words];
            return isObject(words) ? [[path, words] as const] : [];
          }),
        ),
      },
    ];
  }),
);
/** Sections that this version does not know have these as well. */
const ELSEWHERE: Known = { quiet: new Set(['summary']), words: new Map() };

/**
 * Differences between two payloads in short words for a person. Works on any payload, also of
 * sections that this version does not know. Fields are called as everywhere, numbers have their unit;
 * a moment is a time in ISO 8601, for whoever shows it. All else are the PC's own words.
 */
export function changesBetween(section: string, before: unknown, after: unknown): Change[] {
  const found: Change[] = [];
  compare(before, after, '', [], KNOWN.get(section) ?? ELSEWHERE, found);
  // A check that is called as its list is needs that once.
  const list = `${sectionTitle(section)}: `;
  return found.map((one) =>
    one.what.startsWith(list) ? { ...one, what: one.what.slice(list.length) } : one,
  );
}

/** Every field of a schema that says something of itself, with its path. */
function hintsIn(
  schema: unknown,
  path: Path = '',
): { readonly path: Path; readonly hint: Record<string, unknown> }[] {
  if (!isObject(schema)) return [];
  const { properties, items } = schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return [
    { path, hint: schema },
    // What moves by itself does so with all that is in it.
    ...(schema[SCHEMA_HINTS.volatile] === true
      ? []
      : [
          ...fields.flatMap(([name, inner]) => hintsIn(inner, step(path, name))),
          ...hintsIn(items, `${path}[]`),
        ]),
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
  known: Known,
  found: Change[],
): void {
  if (found.length >= MOST_CHANGES || known.quiet.has(path)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = step(path, key);
      compare(own(before, key), own(after, key), inner, [...words, wordOf(key)], known, found);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, words, known, found);
  } else if (!isSame(before, after)) {
    const said = (value: unknown) => saidAs(value, known.words.get(path)) ?? valueOf(value, path);
    found.push({ what: joined(words), from: said(before), to: said(after) });
  }
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  words: readonly string[],
  known: Known,
  found: Change[],
): void {
  const [old, fresh] = [byName(before), byName(after)];
  const list = joined(words);
  for (const [name, entry] of old) {
    if (found.length >= MOST_CHANGES) return;
    const now = fresh.get(name);
    if (!fresh.has(name)) found.push({ what: list, from: entryWords(name, path), to: null });
    else compare(entry, now, `${path}[]`, [`${list}: ${shorten(name)}`], known, found);
  }
  for (const name of fresh.keys()) {
    if (found.length >= MOST_CHANGES) return;
    if (!old.has(name)) found.push({ what: list, from: null, to: entryWords(name, path) });
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

/** `realtime_protection` → `Real-time protection`. A key of a later protocol may be anything. */
function wordOf(key: string): string {
  return plain(fieldTitle(key), 'a field', 60);
}

/** Only the first begins as a title does: `Brother, status`. */
function joined([first = '', ...rest]: readonly string[]): string {
  const lower = rest.map((word) =>
    /^\p{Lu}\p{Ll}/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word,
  );
  return plain([first, ...lower].join(', '), 'it', WHAT_LENGTH);
}

/** An entry by its name; a reason that programs have a name for in plain words. */
function entryWords(name: string, path: Path): string {
  return shorten(path === 'reasons' ? rebootReasonTitle(name) : name);
}

const MS_PER_S = 1_000;
const LAST_MOMENT_S = 8.64e12;

function numberWords(value: number, name: string): string {
  switch (unitOfName(name)) {
    case 'bytes':
      return size(value);
    case 'bytes/s':
      return rate(value);
    case '%':
      return `${amount(value)} %`;
    case '°C':
      return `${amount(value)} °C`;
    case 's':
      return value < 60 ? `${amount(value)} s` : duration(value);
    case 'ms':
      return `${amount(value)} ms`;
    case 'unix':
      return Math.abs(value) <= LAST_MOMENT_S
        ? new Date(value * MS_PER_S).toISOString()
        : String(value);
    default:
      return String(value);
  }
}

/** As the contract says the value; undefined where it does not, or where it goes without saying. */
function saidAs(value: unknown, words: Readonly<Record<string, unknown>> = {}): string | undefined {
  const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
  const said = isPlain ? own(words, String(value)) : undefined;
  return typeof said === 'string' ? said : undefined;
}

function valueOf(value: unknown, path: Path): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberWords(value, path.slice(path.lastIndexOf('.') + 1));
  if (path === 'status' && isStatus(value)) return HEALTH_WORDS[value];
  if (isObject(value)) return 'there';
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  return scalar(value) === undefined ? null : shorten(String(value));
}

/** As the PC judged itself. */
function isStatus(value: unknown): value is keyof typeof HEALTH_WORDS {
  return typeof value === 'string' && Object.hasOwn(HEALTH_WORDS, value);
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
