import { fixture, fixtureNames } from '../../test/fixtures.js';
import {
  checkWith,
  RPC_ERRORS,
  RPC_METHODS,
  type RpcErrorCode,
  type RpcMethodFacts,
} from '../index.js';
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
const served = Object.entries<RpcMethodFacts>(RPC_METHODS).filter(([, { at }]) => at === 'server');
const faults = (name: string, value: unknown) => checkWith(rpcValidators, name, value);

describe('the fixtures of /rpc', () => {
  it('are of methods that there are', () => {
    const known = Object.keys(RPC_METHODS).map(fileOf);
    for (const name of fixtureNames('rpc')) expect(known).toContain(name);
  });

  it.each(served)('have %s with its success and its errors', (method) => {
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

  it.each(served)('have an error of %s wherever it needs params', (method) => {
    const { errors } = fixture('rpc', fileOf(method)) as RpcFixture;
    const needs = faults(`params:${method}`, {}).length > 0;
    expect(errors.length > 0 || !needs).toBe(true);
  });
});
