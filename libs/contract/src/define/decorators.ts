import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Lookup } from './lookup.js';
import { SCHEMA_HINTS } from './schema-hints.js';

/**
 * The vocabulary in which every wire shape is written. Each word is a few class-validator
 * decorators in the order that makes class-validator-jsonschema say what we mean, always capped.
 */

/** Hints for people and forms; `default` is filled in before a call is frozen (design §5). */
export interface FieldHints {
  label?: string;
  description?: string;
  unit?: string;
  editor?: 'text' | 'powershell' | 'shell' | 'path' | 'number' | 'toggle';
  default?: string | number | boolean;
  example?: string | number | boolean;
  /** Where to find a value that nobody knows by heart. */
  lookup?: Lookup;
  /** What people call its values; null for one that goes without saying. */
  words?: Readonly<Record<string, string | null>>;
}

/** Applied as if stacked above the property in the given order: the last one runs first. */
function stack(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorate of [...decorators].reverse()) decorate(target, key);
  };
}

type Hints = Record<string, unknown>;
/** By the class's prototype. */
const HINTS = new WeakMap<object, Map<string | symbol, Hints>>();

/** Adds to what the decorators below it said: `JSONSchema` alone would replace that. */
function schemaHint(schema: Hints): PropertyDecorator {
  return (target, key) => {
    const said = HINTS.get(target) ?? new Map<string | symbol, Hints>();
    const all = { ...said.get(key), ...schema };
    HINTS.set(target, said.set(key, all));
    JSONSchema(all)(target, String(key));
  };
}

export function Field(hints: FieldHints): PropertyDecorator {
  const { label, description, unit, editor, example, lookup, words } = hints;
  return schemaHint({
    ...(label ? { title: label } : {}),
    ...(description ? { description } : {}),
    ...(hints.default !== undefined ? { default: hints.default } : {}),
    ...(example !== undefined ? { examples: [example] } : {}),
    ...(unit ? { [SCHEMA_HINTS.unit]: unit } : {}),
    ...(editor ? { [SCHEMA_HINTS.editor]: editor } : {}),
    ...(lookup ? { [SCHEMA_HINTS.lookup]: lookup } : {}),
    ...(words ? { [SCHEMA_HINTS.words]: words } : {}),
  });
}

export interface TextLimits {
  min?: number;
  /** Characters; 4,096 unless said otherwise, so that no field is ever unbounded. */
  max?: number;
  pattern?: string;
}

export function Text({ min, max = 4096, pattern }: TextLimits = {}): PropertyDecorator {
  return stack(
    IsString(),
    ...(min === undefined ? [] : [MinLength(min)]),
    MaxLength(max),
    ...(pattern === undefined ? [] : [Matches(new RegExp(pattern))]),
  );
}

export interface NumberLimits {
  min?: number;
  max?: number;
}

export function Whole({ min, max }: NumberLimits = {}): PropertyDecorator {
  return stack(
    IsInt(),
    ...(min === undefined ? [] : [Min(min)]),
    ...(max === undefined ? [] : [Max(max)]),
  );
}

export function Num({ min, max }: NumberLimits = {}): PropertyDecorator {
  return stack(
    IsNumber({ allowNaN: false, allowInfinity: false }),
    ...(min === undefined ? [] : [Min(min)]),
    ...(max === undefined ? [] : [Max(max)]),
  );
}

export function Bool(): PropertyDecorator {
  return IsBoolean();
}

export function OneOf(values: readonly (string | number)[]): PropertyDecorator {
  return IsIn([...values]);
}

/** May be absent. */
export function Optional(): PropertyDecorator {
  return IsOptional();
}

/** Present, but may be null: the probe has no value for it. */
export function Nullable(): PropertyDecorator {
  return stack(IsOptional(), schemaHint({ nullable: true }));
}

/** Moves by itself, as the time of the last scan does: not one of a PC's changes. */
export function Volatile(): PropertyDecorator {
  return schemaHint({ [SCHEMA_HINTS.volatile]: true });
}

/** Any JSON object; its inside is judged elsewhere. */
export function AnyObject(): PropertyDecorator {
  return stack(IsObject(), schemaHint({ type: 'object' }));
}

/** Any JSON value at all, absent and null included: what somebody else sent, shown as it is. */
export function AnyJson(): PropertyDecorator {
  return stack(IsOptional(), schemaHint({ description: 'any JSON value' }));
}

export function Nested(type: () => new () => object): PropertyDecorator {
  return stack(ValidateNested(), Type(type));
}

export function ListOf(type: () => new () => object, max = 5000, min = 0): PropertyDecorator {
  return stack(
    IsArray(),
    ...(min === 0 ? [] : [ArrayMinSize(min)]),
    ArrayMaxSize(max),
    ValidateNested({ each: true }),
    Type(type),
  );
}

/** Rows of a chart: each a time (ISO 8601) and so many numbers, because there may be thousands. */
export function PointRows({ numbers, max }: { numbers: number; max: number }): PropertyDecorator {
  const size = numbers + 1;
  const cell = { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'number' }] };
  const row = { type: 'array', minItems: size, maxItems: size, items: cell };
  return stack(IsArray(), ArrayMaxSize(max), schemaHint({ items: row }));
}

export function TextList({
  max = 1000,
  length = 4096,
  of,
}: { max?: number; length?: number; of?: readonly string[] } = {}): PropertyDecorator {
  return stack(
    IsArray(),
    ArrayMaxSize(max),
    of ? IsIn([...of], { each: true }) : IsString({ each: true }),
    ...(of ? [] : [MaxLength(length, { each: true })]),
  );
}

/** Texts of one form. */
export function PatternList({ max, pattern }: { max: number; pattern: string }): PropertyDecorator {
  return stack(
    IsArray(),
    ArrayMaxSize(max),
    IsString({ each: true }),
    Matches(new RegExp(pattern), { each: true }),
  );
}

/** Variables of a program by name; a value is a text, or the file that it stands in. */
export function Environment({ max, name }: { max: number; name: string }): PropertyDecorator {
  const file = {
    type: 'object',
    properties: { file: { type: 'string', minLength: 1, maxLength: 1_000 } },
    required: ['file'],
    additionalProperties: false,
  };
  return stack(
    IsObject(),
    schemaHint({
      type: 'object',
      maxProperties: max,
      propertyNames: { pattern: name },
      additionalProperties: { anyOf: [{ type: 'string', maxLength: 32_000 }, file] },
    }),
  );
}

export function BoolList(max = 100): PropertyDecorator {
  return stack(IsArray(), ArrayMaxSize(max), IsBoolean({ each: true }));
}

/** Objects whose inside is judged elsewhere. */
export function ObjectList(max = 100_000): PropertyDecorator {
  return stack(IsArray(), ArrayMaxSize(max), schemaHint({ items: { type: 'object' } }));
}
