import fc from 'fast-check';
import { walkJson, type JsonToken } from './json-tokens.js';

function tokensOf(text: string): [JsonToken, string][] {
  const found: [JsonToken, string][] = [];
  walkJson(text, (token, start, end) => {
    found.push([token, text.slice(start, end)]);
    return true;
  });
  return found;
}

describe('walkJson', () => {
  it('meets structure and whole strings, and nothing of what stands inside a string', () => {
    expect(tokensOf('{"a{": [1, "\\"},", true]}').map(([, text]) => text)).toEqual([
      '{',
      '"a{"',
      ':',
      '[',
      ',',
      '"\\"},"',
      ',',
      ']',
      '}',
    ]);
  });

  it.each([
    ['"\\\\"', ['"\\\\"']],
    ['"\\\\\\""', ['"\\\\\\""']],
    ['["\\\\","x"]', ['[', '"\\\\"', ',', '"x"', ']']],
    ['""', ['""']],
    ['"\\u0022"', ['"\\u0022"']],
  ])('ends the string in %s at its own quote', (text, expected) => {
    expect(tokensOf(text).map(([, lexeme]) => lexeme)).toEqual(expected);
  });

  it('stops as soon as it is told to', () => {
    const seen: JsonToken[] = [];
    walkJson('[[[[[[', (token) => {
      seen.push(token);
      return seen.length < 3;
    });
    expect(seen).toEqual(['[', '[', '[']);
  });

  it('rebuilds any JSON text from strings, structure and what stands between', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const strings = tokensOf(text).filter(([token]) => token === 'string');
        for (const [, lexeme] of strings) expect(typeof JSON.parse(lexeme)).toBe('string');
        const structure = tokensOf(text).filter(([token]) => token !== 'string');
        const outside = strings.reduce((rest, [, lexeme]) => rest.replace(lexeme, ''), text);
        expect(outside.replace(/[^{}[\],:]/g, '')).toBe(structure.map(([token]) => token).join(''));
      }),
    );
  });

  it('ends on any text, also on an open string', () => {
    expect(tokensOf('{"open').map(([, lexeme]) => lexeme)).toEqual(['{', '"open']);
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const [, lexeme] of tokensOf(text)) expect(lexeme.length).toBeGreaterThan(0);
      }),
    );
  });
});
