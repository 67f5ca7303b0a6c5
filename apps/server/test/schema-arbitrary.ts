import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './api-judge.js';

type Schemas = Readonly<Record<string, Schema>>;
type Node = Readonly<Record<string, unknown>>;

/** Values that fit a JSON Schema of ours, small ones. */
export function fitting(schema: Node, schemas: Schemas): Arbitrary<unknown> {
  const { $ref, anyOf, type, enum: choice } = schema;
  if (typeof $ref === 'string')
    return fitting(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (Array.isArray(anyOf))
    return fc.oneof(...(anyOf as Node[]).map((one) => fitting(one, schemas)));
  if (Array.isArray(choice)) return fc.constantFrom(...(choice as unknown[]));
  switch (Array.isArray(type) ? (type as unknown[])[0] : type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return fc.integer({
        min: Number(schema['minimum'] ?? 0),
        max: Number(schema['maximum'] ?? 900),
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting((schema['items'] as Node | undefined) ?? {}, schemas), {
        maxLength: 3,
      });
    case 'object':
      return object(schema, schemas);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Making one of these takes longer than a hundred requests. */
const matching = new Map<string, Arbitrary<string>>();

function text({ pattern, minLength, maxLength }: Node): Arbitrary<string> {
  if (typeof pattern === 'string') {
    const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { size: '-1' });
    matching.set(pattern, known);
    return known;
  }
  const least = Number(minLength ?? 0);
  return fc.string({
    minLength: least,
    maxLength: Math.max(least, Math.min(20, Number(maxLength ?? 20))),
    unit: 'grapheme',
  });
}

function object(schema: Node, schemas: Schemas): Arbitrary<unknown> {
  const properties = Object.entries(
    (schema['properties'] as Record<string, Node> | undefined) ?? {},
  );
  if (properties.length === 0)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 3,
    });
  const required = (schema['required'] as string[] | undefined) ?? [];
  const fields = Object.fromEntries(
    properties.map(([name, value]) => [name, fitting(value, schemas)]),
  );
  return fc.record(fields, { requiredKeys: required });
}
