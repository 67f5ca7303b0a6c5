import { CAPS } from '@kenny/contract';
import fc from 'fast-check';
import { KennyError } from '../../kernel/index.js';
import { judgeJson } from './judge-json.js';

const plain = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 5 }));
/** What is refused for other reasons, of which there are tests of their own. */
const REFUSED = /\\u0000|"(?:__proto__|constructor|prototype)":/;

describe('judgeJson', () => {
  it('takes every object as it is', () => {
    fc.assert(
      fc.property(plain, (value) => {
        fc.pre(!REFUSED.test(JSON.stringify(value)));
        expect(judgeJson(Buffer.from(JSON.stringify(value)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('answers any other bytes with bad_args and never throws anything else', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.stringMatching(/^[{}[\]",:0-9ae\\u.-]{0,60}$/).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, (some) => {
        try {
          expect(typeof judgeJson(Buffer.from(some))).toBe('object');
        } catch (error) {
          expect(error).toBeInstanceOf(KennyError);
          expect(error).toMatchObject({ code: 'bad_args', httpStatus: 400 });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([CAPS.depth, CAPS.depth + 1])('draws the line between 32 and 33 levels (%i)', (depth) => {
    const text = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    const judge = () => judgeJson(Buffer.from(text));
    if (depth === CAPS.depth) expect(judge).not.toThrow();
    else expect(judge).toThrow('deeper than 32 levels');
  });

  it.each([0, 1])('draws the line at the number of values (+%i)', (more) => {
    const values = Array<number>(CAPS.httpBodyNodes - 1 + more).fill(1);
    const judge = () => judgeJson(Buffer.from(JSON.stringify({ values })));
    if (more === 0) expect(judge).not.toThrow();
    else expect(judge).toThrow(`more than ${CAPS.httpBodyNodes} values`);
  });

  it('does not repeat the body in what it says', () => {
    expect(() => judgeJson(Buffer.from('{"token":"kny_secret'))).toThrow(
      /^The body is not JSON\.$/,
    );
  });
});
