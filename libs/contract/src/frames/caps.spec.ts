import fc from 'fast-check';
import { CAPS, CALL_ID_LENGTH } from '../constants.js';
import { exceedsCaps, scanFrame } from './caps.js';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('exceedsCaps', () => {
  it('counts levels: as many as the cap pass, one more does not', () => {
    const inside = (levels: number): object => JSON.parse(nested(levels)) as object;
    expect(exceedsCaps(inside(CAPS.depth))).toBeUndefined();
    expect(exceedsCaps(inside(CAPS.depth + 1))).toBe(`deeper than ${CAPS.depth} levels`);
  });

  it('counts values: as many as the cap pass, one more does not', () => {
    const list = (count: number): object => ({ list: new Array(count).fill(1) });
    expect(exceedsCaps(list(CAPS.nodes - 1))).toBeUndefined();
    expect(exceedsCaps(list(CAPS.nodes))).toBe(`more than ${CAPS.nodes} values`);
    const keys = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`k${index}`, 1]));
    expect(exceedsCaps(keys, { depth: 9, nodes: 4 })).toBeUndefined();
    expect(exceedsCaps(keys, { depth: 9, nodes: 3 })).toBe('more than 3 values');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s at any depth', (key) => {
    const at = (text: string): string | undefined => exceedsCaps(JSON.parse(text) as object);
    expect(at(`{"${key}":1}`)).toBe(`key ${key} is not allowed`);
    expect(at(`{"a":[{"b":{"${key}":{}}}]}`)).toBe(`key ${key} is not allowed`);
    expect(at(`{"a":"${key}","b":["${key}"]}`)).toBeUndefined();
  });

  it('sees a prototype key that is spelled with escapes', () => {
    expect(exceedsCaps(JSON.parse('{"\\u005f_proto__":1}') as object)).toBe(
      'key __proto__ is not allowed',
    );
  });
});

describe('scanFrame', () => {
  it('refuses by the caps before anything is parsed: what follows need not be JSON', () => {
    expect(scanFrame(`{"id":"x","a":${'['.repeat(CAPS.depth)}`)).toEqual({
      reason: `deeper than ${CAPS.depth} levels`,
      id: 'x',
    });
    expect(scanFrame(`{"id":"x","a":[${'1,'.repeat(CAPS.nodes + 1)}`)).toEqual({
      reason: `more than ${CAPS.nodes} values`,
      id: 'x',
    });
  });

  it.each([
    ['{"type":"response","id":"abc","ok":true}', 'abc'],
    ['{ "id" : "abc" }', 'abc'],
    ['{"result":{"id":"inner"},"id":"outer"}', 'outer'],
    ['{"result":{"id":"inner"}}', undefined],
    ['{"list":["id","abc"],"x":"id"}', undefined],
    ['["id","abc"]', undefined],
    ['{"id":5}', undefined],
    ['{"id":""}', undefined],
    ['{"id":"a\\u0062c"}', undefined],
    [`{"id":"${'x'.repeat(CALL_ID_LENGTH)}"}`, 'x'.repeat(CALL_ID_LENGTH)],
    [`{"id":"${'x'.repeat(CALL_ID_LENGTH + 1)}"}`, undefined],
    [`{"id":"${'x'.repeat(1_000_000)}"}`, undefined],
  ])('reads the id of %.60s', (text, id) => {
    expect(scanFrame(text).id).toBe(id);
  });

  it('never refuses what exceedsCaps accepts', () => {
    const caps = { depth: 3, nodes: 5 };
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const value: unknown = JSON.parse(text);
        if (typeof value !== 'object' || value === null) return;
        const verdict = exceedsCaps(value, caps);
        if (scanFrame(text, caps).reason !== undefined) expect(verdict).toBeDefined();
        if (verdict === 'deeper than 3 levels') expect(scanFrame(text, caps).reason).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});
