import fc from 'fast-check';
import { aroundField, joinObjects, listOf, objectOf } from './json-parts.js';

const anObject = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
const json = (value: unknown): string => JSON.stringify(value);

it('joins objects that are encoded already, empty ones too', () => {
  expect(joinObjects('{"a":1}', '{}', '{"b":{"c":[]}}')).toBe('{"a":1,"b":{"c":[]}}');
  expect(joinObjects('{}')).toBe('{}');
});

it('makes the JSON that encoding the whole at once makes', () => {
  fc.assert(
    fc.property(anObject, fc.array(fc.jsonValue(), { maxLength: 4 }), (object, items) => {
      const encoded = Object.fromEntries(Object.entries(object).map(([k, v]) => [k, json(v)]));
      expect(objectOf(encoded)).toBe(json(object));
      expect(listOf(items.map(json))).toBe(json(items));
      expect(joinObjects(json({ items }), json({ object }))).toBe(json({ items, object }));
    }),
  );
});

it.each([
  [{ a: 1 }, { b: 2 }],
  [{}, { b: 2 }],
  [{ a: '}' }, {}],
  [{}, {}],
])('leaves room for one field between %j and %j', (before, after) => {
  const [start, end] = aroundField(before, 'last_seen', after);
  expect(start + json('now') + end).toBe(json({ ...before, last_seen: 'now', ...after }));
});
