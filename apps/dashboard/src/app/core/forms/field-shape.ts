import { SCHEMA_HINTS, type JsonSchema, type Lookup } from '@kenny/contract/web';
import { sentenceCase } from '../words';

export type FieldKind = 'text' | 'lines' | 'number' | 'toggle' | 'choice' | 'choices' | 'json';

/** One argument of a tool as something that a person fills in. */
export interface FieldShape {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly unit: string | null;
  readonly example: string | null;
  /** Where its value can be found. */
  readonly lookup: Lookup | null;
  /** Monospace, for scripts and paths. */
  readonly mono: boolean;
  /** The default. */
  readonly fallback: string | null;
  /** Of a choice. */
  readonly options: readonly string[];
  /** Values are validated against it. */
  readonly schema: JsonSchema;
}

/** Editors of the contract's fields that take more than a line. */
const EDITORS_OF_LINES: ReadonlySet<unknown> = new Set(['powershell', 'shell']);

/** The fields of a tool's arguments, in the order of the contract. */
export function fieldsOf(args: JsonSchema): FieldShape[] {
  const required = new Set(Array.isArray(args['required']) ? args['required'] : []);
  return Object.entries(asSchema(args['properties'])).map(([name, property]) =>
    fieldOf(name, asSchema(property), required.has(name)),
  );
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): FieldShape {
  const { title, description, examples } = schema;
  const editor = schema['x-editor'];
  const kind = kindOf(schema, editor);
  return {
    ...{ name, kind, required, schema },
    label: textOr(title, sentenceCase(name)),
    description: textOr(description, null),
    unit: textOr(schema['x-unit'], null),
    lookup: lookupOf(schema[SCHEMA_HINTS.lookup]),
    example: Array.isArray(examples) ? scalarText(examples[0]) : null,
    mono: editor !== undefined,
    fallback: scalarText(schema['default']),
    options: optionsOf(kind === 'choices' ? asSchema(schema['items']) : schema),
  };
}

function kindOf(schema: JsonSchema, editor: unknown): FieldKind {
  const { type } = schema;
  if (Array.isArray(schema['enum'])) return 'choice';
  if (type === 'string') return EDITORS_OF_LINES.has(editor) ? 'lines' : 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'toggle';
  const items = asSchema(schema['items']);
  if (type === 'array' && Array.isArray(items['enum'])) return 'choices';
  return 'json';
}

/** The catalog may be a server's of another age. */
function lookupOf(value: unknown): Lookup | null {
  const hint = asSchema(value);
  const { label, tool, list, value: field, shows, query, has } = hint;
  const texts = [label, tool, list, field, query ?? '', has ?? ''];
  const fits = texts.every((one) => typeof one === 'string') && Array.isArray(shows);
  return fits ? (hint as object as Lookup) : null;
}

function optionsOf(schema: JsonSchema): string[] {
  const values = schema['enum'];
  return Array.isArray(values) ? values.map(String) : [];
}

function scalarText(value: unknown): string | null {
  const scalar = ['string', 'number', 'boolean'].includes(typeof value);
  return scalar ? String(value) : null;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === 'string' ? value : other;
}
