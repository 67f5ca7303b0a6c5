import {
  CLEAN_TARGETS,
  FIELD_NOTES,
  rebootReasonTitle,
  SCHEMA_HINTS,
  type JsonSchema,
  type Cleaned,
  type DiskCleanResult,
  type RebootPendingPayload,
} from '@kenny/contract/web';
import { byName } from '@kenny/health/web';
import { isObject } from '@kenny/kernel';
import { quantity } from './quantity';
import { labelOf, unitOf, type Units } from './units';

/** A JSON value in a form that a page can draw without knowing what it is. */
export type Fact =
  /** Not known; or known to be empty, as the errors of a program that went well. */
  | { readonly kind: 'nothing'; readonly empty?: true }
  /** Our own words: a number with its unit, yes, no. */
  | { readonly kind: 'plain'; readonly text: string; readonly value?: number }
  /** What a PC wrote. */
  | { readonly kind: 'text'; readonly text: string; readonly look: 'line' | 'block' }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'list'; readonly items: readonly Fact[] }
  | { readonly kind: 'record'; readonly entries: readonly NamedFact[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Fact[])[];
    };

export interface NamedFact {
  readonly label: string;
  readonly fact: Fact;
  readonly note?: string;
}

interface Place {
  /** As in the contract's series: `volumes[].percent_used`. */
  readonly path: string;
  readonly schema: JsonSchema | undefined;
  readonly units: Units;
  readonly depth: number;
}

/** Deeper values are shown as raw JSON. */
const MAX_DEPTH = 4;
/** Columns beyond these are shown within their row. */
const MAX_COLUMNS = 8;
const LONG_LINE = 120;
const NONE: Fact = { kind: 'plain', text: 'none' };
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const MS_PER_S = 1000;
const LAST_MOMENT_MS = 8.64e15;

/** Reads any JSON value with the schema that the contract has for it, or without one. */
export function factOf(value: unknown, schema?: JsonSchema, units: Units = new Map()): Fact {
  return read(value, { path: '', schema, units, depth: 0 });
}

function read(value: unknown, place: Place): Fact {
  if (value === null || value === undefined) return { kind: 'nothing' };
  if (value === '') return { kind: 'nothing', empty: true };
  const word = wordFor(value, place.schema);
  if (typeof word === 'string') return { kind: 'plain', text: word };
  if (typeof value === 'boolean') return { kind: 'plain', text: value ? 'yes' : 'no' };
  if (typeof value === 'number') return readNumber(value, place);
  if (typeof value === 'string') return readText(titled(value, place));
  if (place.depth >= MAX_DEPTH) return asItCame(value);
  if (Array.isArray(value)) return readList(value, place);
  return isObject(value) ? readRecord(value, place) : asItCame(value);
}

/** As the contract says the value; null where it goes without saying. */
function wordFor(value: unknown, schema: JsonSchema | undefined): unknown {
  const words = within(schema, SCHEMA_HINTS.words);
  return words && ['boolean', 'number', 'string'].includes(typeof value)
    ? own(words, String(value))
    : undefined;
}

function readNumber(value: number, { path, units }: Place): Fact {
  const unit = unitOf(path, units);
  const moment = value * MS_PER_S;
  if (unit === 'unix' && Math.abs(moment) <= LAST_MOMENT_MS) {
    return { kind: 'moment', at: new Date(moment).toISOString() };
  }
  return { kind: 'plain', text: quantity(value, unit), value };
}

/** A time as programs write it, with its zone. */
export function isMoment(text: string): boolean {
  return ISO.test(text) && Number.isFinite(Date.parse(text));
}

const EMPTIED: `${keyof DiskCleanResult}[].${keyof Cleaned}` = 'targets[].target';
const CLEANED: Readonly<Record<string, unknown>> = CLEAN_TARGETS;
const REASONS: keyof RebootPendingPayload = 'reasons';

/** Names that only programs use, in plain words. */
function titled(value: string, { path }: Place): string {
  if (path === `${REASONS}[]`) return rebootReasonTitle(value);
  if (path !== EMPTIED) return value;
  const title = own(CLEANED, value);
  return typeof title === 'string' ? title : value;
}

function readText(text: string): Fact {
  if (isMoment(text)) return { kind: 'moment', at: text };
  const long = text.includes('\n') || text.length > LONG_LINE;
  return { kind: 'text', text, look: long ? 'block' : 'line' };
}

function readList(value: readonly unknown[], place: Place): Fact {
  if (value.length === 0) return NONE;
  const inside: Place = {
    ...place,
    path: `${place.path}[]`,
    schema: within(place.schema, 'items'),
    depth: place.depth + 1,
  };
  if (value.every(isObject)) return readTable(value, inside);
  const items = value.map((item) => read(item, inside));
  const [only, ...others] = items;
  return only && others.length === 0 ? only : { kind: 'list', items };
}

function readTable(rows: readonly Readonly<Record<string, unknown>>[], place: Place): Fact {
  const names = namesOf(rows, place.schema);
  if (names.length > MAX_COLUMNS) {
    return { kind: 'list', items: rows.map((row) => readRecord(row, place)) };
  }
  return {
    kind: 'table',
    columns: names.map((name) => labelIn(place.schema, name)),
    rows: rows.map((row) => names.map((name) => read(own(row, name), stepInto(place, name)))),
  };
}

function readRecord(value: Readonly<Record<string, unknown>>, place: Place): Fact {
  const told = namesOf([value], place.schema).filter(
    (name) => wordFor(own(value, name), propertyOf(place.schema, name)) !== null,
  );
  const entries = told.map((name) => {
    const fact = read(own(value, name), stepInto(place, name));
    // It is about rows: where there are none there is nothing to misread.
    const note = fact.kind === 'table' ? own(FIELD_NOTES, name) : undefined;
    const label = labelIn(place.schema, name);
    return typeof note === 'string' ? { label, fact, note } : { label, fact };
  });
  return entries.length === 0 ? NONE : { kind: 'record', entries };
}

/** Fields of the contract in its order, then unknown ones. */
function namesOf(rows: readonly object[], schema: JsonSchema | undefined): string[] {
  const sent = new Set(rows.flatMap((row) => Object.keys(row)));
  const known = Object.keys(within(schema, 'properties') ?? {}).filter((name) => sent.has(name));
  return [...new Set([...known, ...sent])];
}

function labelIn(schema: JsonSchema | undefined, name: string): string {
  const title = propertyOf(schema, name)?.['title'];
  return typeof title === 'string' ? title : labelOf(name);
}

function stepInto(place: Place, name: string): Place {
  const { path, depth, schema } = place;
  return {
    ...place,
    path: path === '' ? name : `${path}.${name}`,
    schema: propertyOf(schema, name),
    depth: depth + 1,
  };
}

function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const properties = within(schema, 'properties');
  return properties && Object.hasOwn(properties, name) ? within(properties, name) : undefined;
}

function within(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const found = schema?.[name];
  return isObject(found) ? found : undefined;
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function asItCame(value: unknown): Fact {
  return { kind: 'text', text: JSON.stringify(value) ?? String(value), look: 'block' };
}

/**
 * By what a cell shows: numbers and moments by their size, text in natural order.
 * @param sign - -1 turns the order round; what is not known is last either way
 */
export function compareFacts(a: Fact, b: Fact, sign: 1 | -1 = 1): number {
  const [x, y] = [keyOf(a), keyOf(b)];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
  return sign * byName(String(x), String(y));
}

function keyOf(fact: Fact): number | string | null {
  switch (fact.kind) {
    case 'plain':
      return fact.value ?? fact.text;
    case 'text':
      return fact.text;
    case 'moment':
      return Date.parse(fact.at);
    default:
      return null;
  }
}
