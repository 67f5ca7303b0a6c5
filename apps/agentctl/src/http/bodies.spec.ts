import fc from 'fast-check';
import { Refusal } from '../errors/refusal.js';
import { bodyObject } from './body.js';
import {
  calledMethod,
  countOf,
  flagOf,
  permissionAnswer,
  sentMessage,
  stopForce,
} from './bodies.js';

type Body = Record<string, unknown>;
const READERS: [string, (body: Body) => unknown][] = [
  ['send', sentMessage],
  ['call', calledMethod],
  ['respond', permissionAnswer],
  ['stop', stopForce],
];
/** Fields as they are, with values of any type. */
const fields = fc.constantFrom(
  ...['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'timeout_ms'],
  ...['pending_id', 'option_id', 'cancelled', 'force', '__proto__', 'toString'],
);
const bodies = fc.dictionary(fields, fc.jsonValue({ maxDepth: 2 }));

describe.each(READERS)('a body of %s', (_, read) => {
  it('is understood or refused, whatever it holds', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        try {
          read(bodyObject(Buffer.from(JSON.stringify(body))));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what is sent', () => {
  it('is written as JSON-RPC 2.0, with nothing left out and nothing added', () => {
    expect(sentMessage({ method: 'm', params: { a: 1 }, id: 'x' })).toEqual({
      kind: 'message',
      message: { jsonrpc: '2.0', id: 'x', method: 'm', params: { a: 1 } },
    });
    expect(sentMessage({ jsonrpc: '2.0', id: 4, result: null })).toEqual({
      kind: 'answer',
      message: { jsonrpc: '2.0', id: 4, result: null },
    });
    const error = { code: -32601, message: 'no', data: { why: 1 } };
    expect(sentMessage({ id: 4, error })).toEqual({
      kind: 'answer',
      message: { jsonrpc: '2.0', id: 4, error },
    });
  });
});

it('counts and flags of a query have defaults', () => {
  expect(countOf(new URLSearchParams(), 'last')).toBe(100);
  expect(countOf(new URLSearchParams('last=0'), 'last')).toBe(0);
  expect(flagOf(new URLSearchParams(), 'history')).toBe(false);
  expect(() => flagOf(new URLSearchParams('history=yes'), 'history')).toThrow(Refusal);
});
