import type { Lookup } from '@kenny/contract/web';
import fc from 'fast-check';
import { lookupRows, rowsWith } from './lookup-rows';

const LOOKUP: Lookup = {
  ...{ label: 'Program', tool: 'any', list: 'packages', value: 'id', has: 'available' },
  shows: ['name', 'version', 'available'],
};
const row = (id: string, more: object = {}) => ({
  ...{ id, name: `The ${id}`, version: '1', available: '2' },
  ...more,
});

describe('rows to choose a value from', () => {
  it('are those that fit, each once, by name, with what else is known', () => {
    const packages = [
      ...[row('a', { version: null }), row('a'), row('b', { available: null }), row('-c')],
      ...[row('d', { name: '' }), 'text', null, { id: 7 }],
    ];
    const rows = lookupRows({ packages }, LOOKUP, (value) => !value.startsWith('-'));
    expect(rows).toEqual([
      { value: 'a', name: 'The a', more: ['Available 2'] },
      { value: 'd', name: 'd', more: ['Version 1', 'Available 2'] },
    ]);
    expect(rowsWith(rows, ' THE ').map(({ value }) => value)).toEqual(['a']);
  });

  it('are texts, whatever a PC answers', () => {
    const cell = fc.dictionary(
      fc.constantFrom('id', 'name', 'version', 'available'),
      fc.anything(),
    );
    const list = fc.oneof(fc.array(fc.oneof(cell, fc.anything())), fc.anything());
    fc.assert(
      fc.property(list, (packages) => {
        const rows = lookupRows({ packages }, LOOKUP, () => true);
        for (const { value, name, more } of rows) {
          expect([value, name, ...more].every((one) => typeof one === 'string')).toBe(true);
        }
      }),
    );
  });
});
