import fc from 'fast-check';
import { hostile } from '../../test/hostile.js';
import { classify } from './message.js';
import { parseBody } from './parse-body.js';
import { RpcError } from './rpc-error.js';

describe('what bytes say', () => {
  it('is read behind a byte order mark, too', () => {
    expect(parseBody(Buffer.from('\ufeff{"a":1}'), 8)).toEqual({ a: 1 });
  });

  it('never throws anything but a refusal, whatever they are', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        try {
          expect(classify(parseBody(bytes, 8))).toHaveProperty('kind');
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is some message, whatever JSON it is', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            ...{ jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()), id: fc.jsonValue() },
            ...{ method: fc.oneof(fc.string(), fc.jsonValue()), params: fc.jsonValue() },
            ...{ result: fc.jsonValue(), error: fc.jsonValue() },
          },
          { requiredKeys: [] },
        ),
        (value) => {
          const message = classify(value);
          if ('id' in message) expect([value.id, null]).toContainEqual(message.id);
        },
      ),
    );
  });

  it('does not follow a million brackets', () => {
    const deep = Buffer.from('[{"a":'.repeat(1_000_000));
    expect(() => parseBody(deep, 128)).toThrow('Nested deeper than 128 levels');
  });

  it('counts no brackets inside strings', () => {
    expect(parseBody(Buffer.from(`["${'['.repeat(500)}\\"${'{'.repeat(500)}"]`), 1)).toHaveLength(
      1,
    );
  });
});
