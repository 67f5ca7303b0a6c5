import * as shapes from '../shapes/index.js';
import { CHANGES, READS, type RpcMethodDefinition } from './method.js';

export const CONFIG_METHODS = {
  'config/read': {
    ...READS,
    ...{ group: 'config' },
    params: shapes.RpcReadConfig,
    result: shapes.RpcConfig,
    purpose: "the operator's own settings, without secrets",
  },
  'config/update': {
    ...CHANGES,
    ...{ group: 'config' },
    params: shapes.RpcUpdateConfig,
    result: shapes.RpcConfig,
    purpose: 'changes some of them; `anthropic_api_key` only for an admin',
  },
  'auth/status': {
    ...READS,
    ...{ group: 'auth' },
    params: shapes.RpcNothing,
    result: shapes.RpcAuthStatus,
    purpose: 'whether there is a key for a model',
  },
  'auth/providers': {
    ...READS,
    ...{ group: 'auth' },
    params: shapes.RpcNothing,
    result: shapes.RpcAuthProviders,
    purpose: 'where the key comes from',
  },
  'auth/loginWithApiKey': {
    ...CHANGES,
    ...{ audience: 'admin', group: 'auth' },
    params: shapes.RpcLoginWithApiKey,
    result: shapes.RpcAuthChanged,
    purpose: "stores the server's key; it is never read back",
  },
  'auth/logoutProvider': {
    ...CHANGES,
    ...{ audience: 'admin', group: 'auth' },
    params: shapes.RpcLogoutProvider,
    result: shapes.RpcAuthChanged,
    purpose: 'deletes the stored key; one of the environment stays',
  },
  'logging/stats': {
    ...READS,
    ...{ pace: 'slow', group: 'logging' },
    params: shapes.RpcLoggingStatsParams,
    result: shapes.RpcLoggingStats,
    purpose: "counts of the operator's own turns, tokens, calls and errors in a time",
  },
  'logging/tokenCsv': {
    ...READS,
    ...{ pace: 'slow', group: 'logging' },
    params: shapes.RpcTokenCsvParams,
    result: shapes.RpcTokenCsv,
    purpose: 'the tokens of a time as CSV',
  },
} as const satisfies Record<string, RpcMethodDefinition>;
