/**
 * JSON put together from texts that are JSON already: a row is encoded once, however many messages
 * and answers it travels in.
 */

/** One object with the fields of all of them, in turn; each is the JSON of an object. */
export function joinObjects(...objects: readonly string[]): string {
  const fields = objects.map((object) => object.slice(1, -1)).filter((text) => text !== '');
  return `{${fields.join(',')}}`;
}

/** The object of these fields, whose values are JSON. */
export function objectOf(fields: Readonly<Record<string, string>>): string {
  const texts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${texts.join(',')}}`;
}

/** The list of these items, each of which is JSON. */
export function listOf(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/**
 * The JSON of one object around the value of one field, for a value that changes while the fields
 * `before` and `after` it stay.
 */
export function aroundField(
  before: object,
  field: string,
  after: object,
): readonly [start: string, end: string] {
  const start = joinObjects(JSON.stringify(before), objectOf({ [field]: '' })).slice(0, -1);
  const end = JSON.stringify(after).slice(1);
  return [start, end === '}' ? end : `,${end}`];
}
