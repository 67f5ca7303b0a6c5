import type { JsonSchema } from '@kenny/contract/web';
import type { FieldShape } from './field-shape';

/** The value of a field: text, or several choices. */
export type FieldValue = string | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The fields as arguments of the tool, or the errors by field. */
export type FormOutcome =
  | { readonly args: Record<string, unknown>; readonly faults?: undefined }
  | { readonly args?: undefined; readonly faults: Readonly<Record<string, string>> };

export function emptyValue({ kind }: FieldShape): FieldValue {
  return kind === 'choices' ? [] : '';
}

/** The form of arguments that were sent before, so that somebody can go on from them. */
export function valueOf({ kind }: FieldShape, arg: unknown): FieldValue {
  if (kind === 'choices') return Array.isArray(arg) ? arg.map(String) : [];
  if (arg === undefined || arg === null) return '';
  return typeof arg === 'string' ? arg : JSON.stringify(arg, null, 2);
}

export function outcomeOf(fields: readonly FieldShape[], values: FieldValues): FormOutcome {
  const faults: Record<string, string> = {};
  const args: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.name] ?? emptyValue(field);
    const fault = faultOf(field, value);
    if (fault !== null) faults[field.name] = fault;
    else if (value.length > 0) args[field.name] = argOf(field, value);
  }
  return Object.keys(faults).length > 0 ? { faults } : { args };
}

/** What is wrong, in words that say what to do; null when it fits. The server judges once more. */
export function faultOf(field: FieldShape, value: FieldValue): string | null {
  if (value.length === 0) return field.required ? 'Fill this in.' : null;
  if (typeof value !== 'string') return listFault(field, value);
  switch (field.kind) {
    case 'number':
      return numberFault(field.schema, value);
    case 'json':
      return jsonFault(value);
    case 'choice':
    case 'toggle':
      return field.kind === 'toggle' || field.options.includes(value) ? null : 'Choose one.';
    default:
      return textFault(field, value);
  }
}

function argOf({ kind, schema }: FieldShape, value: FieldValue): unknown {
  if (typeof value !== 'string') return [...value];
  if (kind === 'number') return Number(value);
  if (kind === 'toggle') return value === 'true';
  if (kind === 'json') return JSON.parse(value) as unknown;
  if (kind !== 'choice' || !Array.isArray(schema['enum'])) return value;
  return (schema['enum'] as unknown[]).find((option) => String(option) === value);
}

function textFault({ schema, example }: FieldShape, value: string): string | null {
  const length = [...value].length;
  const { minLength, maxLength, pattern } = schema;
  if (!value.isWellFormed() || value.includes('\0'))
    return 'Contains characters that are not text.';
  if (typeof minLength === 'number' && length < minLength) {
    return `At least ${minLength} characters.`;
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    return `At most ${maxLength} characters; you have ${length}.`;
  }
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
    return example === null ? `Must match ${pattern}.` : `Must look like ${example}.`;
  }
  return null;
}

function numberFault({ type, minimum, maximum }: JsonSchema, value: string): string | null {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return 'Not a number.';
  if (type === 'integer' && !Number.isSafeInteger(number)) return 'Only whole numbers.';
  if (typeof minimum === 'number' && number < minimum) return `Not below ${minimum}.`;
  if (typeof maximum === 'number' && number > maximum) return `Not above ${maximum}.`;
  return null;
}

function listFault({ options, schema }: FieldShape, chosen: readonly string[]): string | null {
  const { maxItems } = schema;
  if (typeof maxItems === 'number' && chosen.length > maxItems) return `At most ${maxItems}.`;
  return chosen.every((one) => options.includes(one)) ? null : 'Choose from the list.';
}

function jsonFault(value: string): string | null {
  try {
    JSON.parse(value);
    return null;
  } catch {
    // Whatever is wrong with it, the server could not read it either.
    return 'This is no JSON.';
  }
}
