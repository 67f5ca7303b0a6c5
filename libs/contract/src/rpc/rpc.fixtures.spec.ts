import { fixture, fixtureNames } from '../../test/fixtures.js';
import {
  checkWith,
  initializeResult,
  RPC_ERRORS,
  RPC_METHODS,
  RPC_UNSUPPORTED,
  type RpcErrorCode,
  type RpcMethodFacts,
} from '../index.js';
import { rpcAnswerValidators } from '../generated/rpc-answer-validators.js';
import { rpcValidators } from '../generated/rpc-validators.js';

interface RpcFixture {
  readonly params: unknown;
  readonly result: unknown;
  readonly errors: readonly {
    readonly params: unknown;
    readonly error: { code: number; message: string; data: { code: RpcErrorCode } };
  }[];
}

/** `sessions/create` → `sessions_create`. */
const fileOf = (method: string): string => method.replaceAll('/', '_');
const methods = Object.entries<RpcMethodFacts>(RPC_METHODS);
const faults = (name: string, value: unknown) =>
  checkWith(name.startsWith('params:') ? rpcValidators : rpcAnswerValidators, name, value);

describe('the fixtures of /rpc', () => {
  it('are of methods that there are', () => {
    const known = [...Object.keys(RPC_METHODS), ...Object.keys(RPC_UNSUPPORTED)].map(fileOf);
    for (const name of fixtureNames('rpc')) expect(known).toContain(name);
  });

  it.each(methods)('have %s with its success and its errors', (method) => {
    const { params, result, errors } = fixture('rpc', fileOf(method)) as RpcFixture;
    expect(faults(`params:${method}`, params)).toEqual([]);
    expect(faults(`result:${method}`, result)).toEqual([]);
    for (const { error } of errors) {
      const { code } = error.data;
      // Of a method that is there, a value is what is not supported.
      const number = RPC_ERRORS[code === 'unsupported' ? 'invalid_params' : code].number;
      expect([error.message, error.code]).toEqual([error.message, number]);
    }
  });

  it('have what initialize says to an operator, to the field', () => {
    const { result } = fixture('rpc', fileOf('initialize')) as RpcFixture;
    expect(JSON.parse(JSON.stringify(initializeResult({ scope: 'operator' })))).toEqual(result);
  });

  it.each(Object.entries(RPC_UNSUPPORTED))('have the refusal of %s', (method, { capability }) => {
    const { errors } = fixture('rpc', fileOf(method)) as RpcFixture;
    const { number: code } = RPC_ERRORS.unsupported;
    expect(errors.map(({ error }) => error)).toMatchObject([
      { code, data: { code: 'unsupported', capability } },
    ]);
  });

  it.each(methods)('have every error of %s', (method, facts) => {
    const { errors } = fixture('rpc', fileOf(method)) as RpcFixture;
    const codes = errors.map(({ error }) => error.data.code);
    expect(codes).toEqual(expect.arrayContaining(refusalsOf(method, facts)));
  });
});

/** What a param names may not be there. */
const UNKNOWN: readonly (readonly [string, RpcErrorCode])[] = [
  ['sessionId', 'unknown_session'],
  ['turnId', 'unknown_turn'],
  ['entryId', 'unknown_entry'],
  ['questionRequestId', 'unknown_question'],
];

function refusalsOf(method: string, { audience, refusals = [] }: RpcMethodFacts): RpcErrorCode[] {
  // Whoever may not ask hears nothing of the params.
  if (audience === 'admin') return ['unauthorized', ...refusals];
  const missing = JSON.stringify(faults(`params:${method}`, {}));
  if (missing === '[]') return [...refusals];
  // To be attached no more is granted whatever there is.
  const named = method === 'kenny/detach' ? [] : UNKNOWN;
  const unknown = named.filter(([param]) => missing.includes(`'${param}'`)).map(([, code]) => code);
  return ['invalid_params', ...unknown, ...refusals];
}
