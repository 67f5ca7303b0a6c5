import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Principal } from '../kernel/index.js';

/** One HTTP request of an MCP client: its principal, and when it ends. */
export class McpExchange {
  constructor(
    readonly principal: Principal,
    readonly request_id: string,
    /** Aborted when the response is finished or the client is gone. */
    readonly ended: AbortSignal,
  ) {}
}

const EXCHANGE = 'exchange';

/** Passes the exchange through the SDK to the handlers, without the token. */
export function authInfoOf(exchange: McpExchange): AuthInfo {
  const { id, scope } = exchange.principal;
  return { token: '', clientId: id, scopes: [scope], extra: { [EXCHANGE]: exchange } };
}

/** @throws Error for a request that was never authenticated */
export function exchangeOf(authInfo: AuthInfo | undefined): McpExchange {
  const exchange = authInfo?.extra?.[EXCHANGE];
  if (exchange instanceof McpExchange) return exchange;
  throw new Error('an MCP request came without its exchange');
}
