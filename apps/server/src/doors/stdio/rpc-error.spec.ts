import { RPC_ERRORS } from '@kenny/contract';
import { RPC_NUMBERS, RpcNumber } from '@kenny/jsonrpc';
import { rpcError } from './rpc-error.js';

describe('errors of the stdio door', () => {
  it.each(Object.entries(RPC_NUMBERS))(
    'gives %s the number that its peer gives it',
    (code, number) => {
      expect(RPC_ERRORS).toHaveProperty([code, 'number'], number);
    },
  );

  it.each(Object.keys(RPC_ERRORS) as (keyof typeof RPC_ERRORS)[])(
    'gives %s a number of JSON-RPC',
    (code) => {
      expect(Object.values<number>(RpcNumber)).toContain(rpcError(code, 'words').code);
    },
  );
});
