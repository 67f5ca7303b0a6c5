import fc from 'fast-check';
import { canonicalText, findDuplicateKey, findUnsafe } from '../index.js';

/** A JSON text as a tree whose objects may repeat a key, which a JavaScript object cannot. */
type Tree =
  | { kind: 'leaf'; text: string }
  | { kind: 'list'; items: Tree[] }
  | { kind: 'object'; entries: { key: string; escaped: boolean; value: Tree }[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('leaf' as const),
      text: fc.oneof(
        fc.constantFrom('null', '-1.5e3', '"a"', '""', '"{\\"a\\":1,\\"a\\":2}"', '"\\\\"'),
        fc.string().map((text) => JSON.stringify(text)),
      ),
    }),
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('tree')) }),
    fc.record({
      kind: fc.constant('object' as const),
      entries: fc.array(
        fc.record({
          key: fc.oneof(fc.constantFrom('a', 'b', 'é', '"', '\\', ''), fc.string({ maxLength: 3 })),
          escaped: fc.boolean(),
          value: tie('tree'),
        }),
        { maxLength: 6 },
      ),
    }),
  ),
}));

function spelled(key: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(key);
  const units = [...Array(key.length).keys()].map((at) => key.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

function textOf(node: Tree): string {
  if (node.kind === 'leaf') return node.text;
  if (node.kind === 'list') return `[ ${node.items.map(textOf).join(' ,\n')} ]`;
  const entries = node.entries.map(
    ({ key, escaped, value }) => `${spelled(key, escaped)} : ${textOf(value)}`,
  );
  return `{${entries.join(',\t')}}`;
}

/** The reference: walks the tree in the order of the text. */
function firstRepeatedKey(node: Tree): string | undefined {
  if (node.kind === 'leaf') return undefined;
  const seen = new Set<string>();
  const children: { key?: string; value: Tree }[] =
    node.kind === 'list' ? node.items.map((value) => ({ value })) : node.entries;
  for (const child of children) {
    if (child.key !== undefined) {
      if (seen.has(child.key)) return child.key;
      seen.add(child.key);
    }
    const inside = firstRepeatedKey(child.value);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

describe('canonicalText', () => {
  it('writes the sample of RFC 8785 §3.2.2 to the letter', () => {
    const sample: unknown = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalText(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 units (RFC 8785 §3.2.3)', () => {
    const text = canonicalText({
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    });
    expect([...text.matchAll(/":"([^"]+)"/g)].map(([, value]) => value)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of RFC 8785 appendix B as %s', (hex, text) => {
    expect(canonicalText(Buffer.from(hex, 'hex').readDoubleBE())).toBe(text);
  });

  it('is the same for every order of keys, and parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalText(value);
        expect(canonicalText(JSON.parse(text))).toBe(text);
        expect(canonicalText(reversedKeys(value))).toBe(text);
      }),
    );
  });

  it.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [{ a: [Number.NaN] }]])(
    'has no text for %p',
    (value) => {
      expect(() => canonicalText(value)).toThrow();
    },
  );
});

function reversedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversedKeys);
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, child]) => [key, reversedKeys(child)]));
}

describe('findUnsafe', () => {
  it.each([
    [{ script: 'a\u0000b' }, '$.script: holds a NUL character'],
    [{ list: ['fine', 'half \ud83d'] }, '$.list[1]: holds half a character (lone surrogate)'],
    [{ list: [{ n: Number.NaN }] }, '$.list[0].n: not a finite number'],
    [Number.NEGATIVE_INFINITY, '$: not a finite number'],
    [{ '\udc00': 1 }, '$["\\udc00"]: holds half a character (lone surrogate)'],
    [{ 'two\nlines': '\u0000' }, '$["two\\nlines"]: holds a NUL character'],
    [{ first: '\u0000', second: Number.NaN }, '$.first: holds a NUL character'],
  ])('names the place in %j', (value, expected) => {
    expect(findUnsafe(value)).toBe(expected);
  });

  it('passes whatever JSON can hold, emoji and line breaks included', () => {
    expect(findUnsafe({ text: 'two\nlines \u{1f600}', list: [0, -0, 1e308, null, true] })).toBe(
      undefined,
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findUnsafe(value)).toBeUndefined();
        expect(findUnsafe({ before: value, list: [value, '\ud800'] })).toMatch(/^\$\.list\[1\]: /);
      }),
    );
  });

  it('survives nesting deeper than the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`);
    expect(findUnsafe(deep)).toMatch(/^\$…(\[0\]){40}: holds a NUL character$/);
  });
});

describe('findDuplicateKey', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\"":1,"\\u0022":2}', '"'],
    ['{"list":[{"x":1,"y":{"x":1}},{"x":1,"x":1}]}', 'x'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"a":{"a":1}},"b":["a","a"]}', undefined],
    ['{"a":"\\"a\\":1,","b":"{\\"a\\":1,\\"a\\":2}"}', undefined],
    ['[{"a":1},{"a":1}]', undefined],
    ['"a"', undefined],
    ['[]', undefined],
  ])('in %s it finds %j', (text, expected) => {
    expect(findDuplicateKey(text)).toBe(expected);
  });

  it('agrees with a walk over the tree on any JSON text', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = textOf(node);
        expect(() => void JSON.parse(text)).not.toThrow();
        expect(findDuplicateKey(text)).toBe(firstRepeatedKey(node));
      }),
      { numRuns: 500 },
    );
  });

  it('survives a string of 20 million characters', () => {
    const long = 'x'.repeat(20_000_000);
    expect(findDuplicateKey(`{"a":"${long}","b":1,"a":2}`)).toBe('a');
  });
});
