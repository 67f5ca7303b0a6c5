import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { Shape } from '../define/tool.js';

export type JsonSchema = { [key: string]: unknown };

type Definitions = Record<string, JsonSchema>;

/**
 * JSON Schemas of all decorated classes, by class name. `refPrefix` is `#/definitions/` for our
 * validators and `#/components/schemas/` for OpenAPI. `nullable` becomes a real JSON Schema.
 *
 * @throws Error when two decorated classes share a name: one schema would stand for both.
 */
export function deriveDefinitions(refPrefix: string): Definitions {
  const classes = decoratedClasses();
  refuseSharedNames(classes);
  const options = {
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: refPrefix,
  };
  // Class by class: given all at once, the library compares each class with every rule there is.
  return Object.fromEntries(
    classes.map((shape) => [shape.name, withNulls(targetConstructorToSchema(shape, options))]),
  );
}

function refuseSharedNames(classes: readonly Shape<object>[]): void {
  const seen = new Set<string>();
  for (const { name } of classes) {
    if (seen.has(name)) throw new Error(`two decorated classes are named ${name}; rename one`);
    seen.add(name);
  }
}

/** class-validator keeps its classes private; class-validator-jsonschema reads them the same way. */
function decoratedClasses(): Shape<object>[] {
  const byClass: unknown = Reflect.get(getMetadataStorage(), 'validationMetadatas');
  if (!(byClass instanceof Map)) throw new Error('class-validator keeps its metadata elsewhere');
  const targets: unknown[] = [...byClass.keys()];
  return targets.filter((target): target is Shape<object> => typeof target === 'function');
}

/** The schema of one shape, with what it refers to inlined, closed (`args`) or open (the rest). */
export function schemaOf(
  shape: Shape<object>,
  definitions: Definitions,
  closed: boolean,
): JsonSchema {
  const own = definitions[shape.name] ?? { type: 'object', properties: {} };
  return inline(own, definitions, closed, []) as JsonSchema;
}

function inline(
  node: unknown,
  definitions: Definitions,
  closed: boolean,
  trail: string[],
): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, definitions, closed, trail));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node && typeof node.$ref === 'string') {
    const name = node.$ref.split('/').at(-1) ?? '';
    const target = definitions[name];
    if (!target) throw new Error(`schema refers to ${name}, which is not decorated`);
    if (trail.includes(name)) throw new Error(`schema of ${name} refers to itself`);
    return inline(target, definitions, closed, [...trail, name]);
  }
  const copy: JsonSchema = {};
  for (const [key, value] of Object.entries(node))
    copy[key] = inline(value, definitions, closed, trail);
  if (closed && copy['type'] === 'object' && 'properties' in copy)
    copy['additionalProperties'] = false;
  return copy;
}

function withNulls(node: unknown): JsonSchema {
  return replaceNullable(node) as JsonSchema;
}

function replaceNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(replaceNullable);
  if (typeof node !== 'object' || node === null) return node;
  const copy: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) copy[key] = replaceNullable(value);
  if (copy['nullable'] !== true) return copy;
  delete copy['nullable'];
  if (typeof copy['type'] !== 'string') return { anyOf: [copy, { type: 'null' }] };
  const choice: unknown = copy['enum'];
  return {
    ...copy,
    type: [copy['type'], 'null'],
    ...(Array.isArray(choice) ? { enum: [...(choice as unknown[]), null] } : {}),
  };
}
