import { deriveDefinitions, REQUEST_BODIES } from '@kenny/contract';

export type Schema = Readonly<Record<string, unknown>>;
export type Schemas = Readonly<Record<string, Schema>>;

const PREFIX = '#/components/schemas/';

/** The JSON Schema of every decorated class by its name; request bodies allow no other keys. */
export function shapeSchemas(): Schemas {
  const schemas: Schemas = deriveDefinitions(PREFIX);
  const bodies = Object.values(REQUEST_BODIES).map(({ name }) => refTo(name));
  const closed = Object.entries(reachable(schemas, bodies)).map(([name, schema]) => [
    name,
    { ...schema, additionalProperties: false },
  ]);
  return { ...schemas, ...(Object.fromEntries(closed) as Schemas) };
}

export function refTo(shape: string): { $ref: string } {
  return { $ref: PREFIX + shape };
}

/** The schemas that `from` refers to, directly or through others. */
export function reachable(schemas: Schemas, from: unknown): Schemas {
  const found = new Map<string, Schema>();
  const waiting = refsIn(from);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = schemas[name];
    if (!schema) throw new Error(`the document refers to ${name}, which has no schema`);
    if (found.has(name)) continue;
    found.set(name, schema);
    waiting.push(...refsIn(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}

function refsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
      ? [value.slice(PREFIX.length)]
      : refsIn(value),
  );
}
