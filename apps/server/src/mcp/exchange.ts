import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Principal } from '../kernel/index.js';

/** One HTTP request of an MCP client: who asks, and whether they still listen. */
export class McpExchange {
  constructor(
    readonly principal: Principal,
    readonly request_id: string,
    /** Aborted when the answer is out or nobody is there to read it. */
    readonly ended: AbortSignal,
  ) {}
}

const EXCHANGE = 'exchange';

/** What the SDK carries from the request to the handlers. The token itself is not for them. */
export function authInfoOf(exchange: McpExchange): AuthInfo {
  const { id, scope } = exchange.principal;
  return { token: '', clientId: id, scopes: [scope], extra: { [EXCHANGE]: exchange } };
}

/** @throws Error when a request came past the door: nobody is served as somebody else */
export function exchangeOf(authInfo: AuthInfo | undefined): McpExchange {
  const exchange = authInfo?.extra?.[EXCHANGE];
  if (exchange instanceof McpExchange) return exchange;
  throw new Error('an MCP request came without its exchange');
}
