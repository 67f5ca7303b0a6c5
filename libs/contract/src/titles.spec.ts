import { CATALOG } from './agent.js';
import { FIELD_TITLES, IDENTIFIER_FIELDS } from './titles.js';

/** Names of all fields of a schema, however deep. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

it('names no field that no tool and no section has', () => {
  const { tools, sections } = CATALOG;
  const known = new Set([
    ...tools.flatMap(({ args, result }) => [args, result].flatMap(fieldsOf)),
    ...sections.flatMap(({ payload }) => fieldsOf(payload)),
  ]);
  for (const name of [...Object.keys(FIELD_TITLES), ...IDENTIFIER_FIELDS]) {
    expect([name, known.has(name)]).toEqual([name, true]);
  }
});
